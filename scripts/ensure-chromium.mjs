// Installs a Chromium for the browser tests where that takes no more than a package manager and the rights are there.
// Without one the tests are skipped and say so; nothing here fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env.PATH ?? '').split(delimiter);
const isThere = () => names.some((name) => folders.some((folder) => existsSync(join(folder, name))));

export function ensureChromium() {
  if (process.platform !== 'linux' || process.env.MECHTRIAL_CHROMIUM || isThere()) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.warn('no Chromium: browser tests will be skipped (Debian: apt-get install -y chromium)');
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 240_000 }).status === 0;
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  if (!install() && !(apt('update') && install()))
    console.warn('Chromium could not be installed: browser tests will be skipped');
}
