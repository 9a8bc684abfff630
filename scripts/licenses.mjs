// Writes THIRD_PARTY_LICENSES.md: every package that an installed mechtrial brings along, with its licence text.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const lock = read(join(root, 'package-lock.json')).packages;

/** Development dependencies whose code is bundled into dist, and so travels along. */
const BUNDLED = new Set(['node_modules/three', 'node_modules/uplot']);

const shipped = Object.entries(lock)
  .filter(([path, entry]) => BUNDLED.has(path) || isInstalled(path, entry))
  .map(([path]) => path)
  .sort();

function isInstalled(path, entry) {
  return path !== '' && !entry.dev && !entry.devOptional && !entry.optional;
}

const sections = shipped.map((path) => {
  const folder = join(root, path);
  const { name, version, license, author, repository } = read(join(folder, 'package.json'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const by = typeof author === 'object' ? author?.name : author;
  const where = typeof repository === 'object' ? repository?.url : repository;
  const head = [
    `## ${name} ${version}`,
    '',
    `Licence: ${license ?? 'see text'}${by ? `; author: ${by}` : ''}${where ? `; ${where}` : ''}`,
  ];
  const body = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [
    ...head,
    '',
    ...(body.length > 0 ? ['```', body.join('\n\n'), '```'] : ['(the package ships no licence file)']),
  ].join('\n');
});

const text = [
  '# Licences of the packages that mechtrial depends on',
  '',
  'Written by `npm run licenses`. The CAD files under test/fixtures and sims carry their own licences beside them.',
  '',
  ...sections.flatMap((section) => [section, '']),
].join('\n');
const file = join(root, 'THIRD_PARTY_LICENSES.md');
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('THIRD_PARTY_LICENSES.md is out of date: run `npm run licenses`.');
    process.exit(1);
  }
} else writeFileSync(file, text);
