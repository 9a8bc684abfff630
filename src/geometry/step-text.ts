/**
 * Files that a STEP file refers to for geometry, by DOCUMENT_FILE.
 *
 * @param text  the whole file
 * @source      ISO 10303-41 document_file, as used by the CAx-IF recommended practices for external references
 */
export function externalFiles(text: string): readonly string[] {
  const names = [...text.matchAll(/DOCUMENT_FILE\s*\(\s*'([^']+)'/g)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => /\.(stp|step|p21|stpx|stpz)$/i.test(name));
}

const PREFIXED_METER: Readonly<Record<string, string>> = {
  $: 'm',
  '.MILLI.': 'mm',
  '.CENTI.': 'cm',
  '.DECI.': 'dm',
  '.MICRO.': 'um',
  '.KILO.': 'km',
};

/** Inches and feet as CAD programs spell them. */
const NAMED_UNIT: Readonly<Record<string, string>> = {
  INCH: 'in',
  INCHES: 'in',
  FOOT: 'ft',
  FEET: 'ft',
  METRE: 'm',
  MILLIMETRE: 'mm',
  CENTIMETRE: 'cm',
};

/** Length units that the geometry contexts of a STEP file use, most frequent first; `in`, `mm`, …. */
export function stepLengthUnits(text: string): readonly string[] {
  const unitOf = new Map<string, string>();
  for (const [, id, body] of text.matchAll(/#(\d+)\s*=\s*\(([^;]*)\)\s*;/g)) {
    if (!body!.includes('LENGTH_UNIT')) continue;
    const si = /SI_UNIT\s*\(\s*(\.\w+\.|\$)\s*,\s*\.METRE\.\s*\)/.exec(body!);
    const named = /CONVERSION_BASED_UNIT\s*\(\s*'([^']*)'/.exec(body!);
    if (named) unitOf.set(id!, NAMED_UNIT[named[1]!.trim().toUpperCase()] ?? named[1]!.toLowerCase());
    else if (si) unitOf.set(id!, PREFIXED_METER[si[1]!] ?? si[1]!);
  }
  const uses = new Map<string, number>();
  for (const [, list] of text.matchAll(/GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)/g)) {
    for (const [, id] of list!.matchAll(/#(\d+)/g)) {
      const unit = unitOf.get(id!);
      if (unit !== undefined) uses.set(unit, (uses.get(unit) ?? 0) + 1);
    }
  }
  return [...uses].sort((a, b) => b[1] - a[1]).map(([unit]) => unit);
}
