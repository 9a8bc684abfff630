import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const WINDOWS_PATHS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** Variable that names the browser to use. */
export const CHROMIUM_VARIABLE = 'MECHTRIAL_CHROMIUM';

/** Where a Chromium may be, in the order in which it is looked for; a browser that is named is the only one. */
export function chromiumPlaces(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): string[] {
  const named = env[CHROMIUM_VARIABLE];
  if (named !== undefined && named !== '') return [named];
  if (platform === 'darwin') return MAC_APPS;
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return folders.flatMap((folder) => (folder === undefined ? [] : WINDOWS_PATHS.map((path) => `${folder}\\${path}`)));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first Chromium that is there and may be run, or null. */
export function findChromium(): string | null {
  return chromiumPlaces().find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
