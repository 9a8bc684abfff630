import { InvalidArgumentError } from 'commander';
import { inspectCollision } from '../collision/index.js';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { inspectFile, LENGTH_UNITS, type LengthUnit } from '../geometry/index.js';
import { renderCollisionTable, renderInspection } from '../report/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

interface Options {
  readonly unit?: LengthUnit;
  readonly density?: number;
  readonly chord?: number;
  readonly collision?: boolean;
  readonly tolerance?: number;
  readonly json?: boolean;
}

/** `mechtrial inspect FILE`: solids, units, size, volume, mass, watertightness, cylinders and planes. */
export const inspectCommand: Register = (program, output, finish) => {
  program
    .command('inspect')
    .description('what a CAD file holds: solids, units, size, mass, watertightness, cylinder axes and planes')
    .argument('<file>', 'STEP, STL, 3MF or OBJ')
    .option('--unit <unit>', `length unit of an STL or OBJ: ${LENGTH_UNITS.join(', ')}`, lengthUnit)
    .option('--density <kg/m³>', 'density for the masses', positiveNumber)
    .option('--chord <mm>', 'chord deflection of the tessellation', positiveNumber)
    .option('--collision', 'the convex pieces that would stand for each solid in contact, and how true they are to it')
    .option('--tolerance <mm>', 'how far pieces may stand out, and miss (0.05)', positiveNumber)
    .option('--json', 'the whole report as JSON')
    .action(async (file: string, options: Options) => {
      const source = {
        ...(options.unit === undefined ? {} : { lengthUnit: options.unit }),
        ...(options.chord === undefined ? {} : { chordM: options.chord / 1e3 }),
      };
      const density = options.density === undefined ? {} : { densityKgPerM3: options.density };
      const report = await inspectFile(file, { ...source, ...density });
      const tolerance = options.tolerance === undefined ? {} : { toleranceM: options.tolerance / 1e3 };
      const collision = options.collision === true ? await inspectCollision(file, { ...source, ...tolerance }) : null;
      const table = collision === null ? '' : `\n${renderCollisionTable(collision)}`;
      const whole = collision === null ? report : { ...report, collision };
      output.out(options.json === true ? toJson(whole) : `${renderInspection(report)}${table}`);
      finish(EXIT.pass);
    });
};

function lengthUnit(text: string): LengthUnit {
  const unit = LENGTH_UNITS.find((candidate) => candidate === text);
  if (unit !== undefined) return unit;
  const fix = didYouMean(text, LENGTH_UNITS, 'units');
  throw new BindingError([{ code: 'unknown_unit', path: ['--unit'], message: `'${text}' is not a length unit`, fix }]);
}

/** Parses an option as a positive number. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0 && text.trim() !== '') return value;
  throw new InvalidArgumentError('give a positive number.');
}
