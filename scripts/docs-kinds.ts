// Writes docs/kinds.md from the register: every kind with its fields, units and defaults.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { kindsPage } from '../test/docs/kinds-page.js';

writeFileSync(resolve(import.meta.dirname, '../docs/kinds.md'), kindsPage());
