import jsep, { type CallExpression, type CoreExpression, type Expression } from 'jsep';

/** A formula that cannot be read; `at` is the place in its text, from 0. */
export interface FormulaFault {
  readonly at: number;
  readonly message: string;
}

/** A formula as a tree: numbers, names, and functions of them; the four operations are functions too. */
export type FormulaNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly terms: readonly FormulaNode[] };

/** Functions that a formula can name, with the number of terms that each takes; −1 is one or more. */
const TERM_COUNT = {
  '+': 2,
  '-': 2,
  '*': 2,
  '/': 2,
  negate: 1,
  abs: 1,
  sqrt: 1,
  sin: 1,
  cos: 1,
  round: 1,
  floor: 1,
  mod: 2,
  per: 2,
  min: -1,
  max: -1,
  hypot: -1,
} as const;

export type FunctionName = keyof typeof TERM_COUNT;

/** Functions that are written by name; `negate` is written as a sign. */
const NAMED: ReadonlySet<string> = new Set(
  Object.keys(TERM_COUNT).filter((name) => /^[a-z]/.test(name) && name !== 'negate'),
);

/** What stands for a name in braces while jsep reads, as long as what it stands for. */
const placeholder = (index: number, length: number): string => `$${index}`.padEnd(length, '_');

/**
 * Reads a formula: numbers, `pi`, names, `+ - * /`, parentheses, and abs, sqrt, sin, cos, round, floor, mod, min, max,
 * hypot, and `per(x, amount)`, which counts x in amounts of its own unit. A name is a word of letters, digits, `_` and `.`; any other name stands in braces: `{jaw-l.travel}`.
 */
export function parseFormula(text: string): FormulaNode | FormulaFault {
  const dollar = text.replace(/\{[^{}]+\}/g, (braced) => ' '.repeat(braced.length)).indexOf('$');
  if (dollar >= 0) return { at: dollar, message: "'$' has no meaning in a formula" };
  const braced = new Map<string, string>();
  const plain = text.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const key = placeholder(braced.size, whole.length);
    braced.set(key, name.trim());
    return key;
  });
  try {
    return nodeOf(jsep(plain), braced);
  } catch (error) {
    if (error instanceof Unreadable) return { at: Math.max(0, text.indexOf(error.text)), message: error.message };
    const { index = 0, description } = error as { readonly index?: number; readonly description?: string };
    if (description === undefined) throw error;
    return { at: index, message: `it cannot be read: ${description}` };
  }
}

/** What is an expression, but no formula. */
class Unreadable extends Error {
  /** @param text the part that is meant, as the formula has it */
  constructor(
    readonly text: string,
    message: string,
  ) {
    super(message);
  }
}

/** A formula from what jsep has read, which knows more than formulas do. */
function nodeOf(expression: Expression, braced: ReadonlyMap<string, string>): FormulaNode {
  const node = expression as CoreExpression;
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number') return { kind: 'number', value: node.value };
      throw new Unreadable(node.raw, `'${node.raw}' is no number`);
    case 'Identifier':
    case 'MemberExpression': {
      const name = nameOf(node);
      return name === 'pi' ? { kind: 'number', value: Math.PI } : { kind: 'name', name: braced.get(name) ?? name };
    }
    case 'UnaryExpression':
      if (node.operator === '+') return nodeOf(node.argument, braced);
      if (node.operator === '-') return { kind: 'call', name: 'negate', terms: [nodeOf(node.argument, braced)] };
      throw new Unreadable(node.operator, `'${node.operator}' has no meaning in a formula`);
    case 'BinaryExpression': {
      const { operator } = node;
      if (operator !== '+' && operator !== '-' && operator !== '*' && operator !== '/')
        throw new Unreadable(operator, `'${operator}' has no meaning in a formula`);
      return { kind: 'call', name: operator, terms: [nodeOf(node.left, braced), nodeOf(node.right, braced)] };
    }
    case 'CallExpression':
      return callOf(node, braced);
    case 'Compound':
      throw new Unreadable('', node.body.length === 0 ? 'it is empty' : 'it is more than one formula');
    default:
      throw new Unreadable('', 'only numbers, names, + - * / and functions make a formula');
  }
}

function callOf({ callee, arguments: terms }: CallExpression, braced: ReadonlyMap<string, string>): FormulaNode {
  const name = nameOf(callee);
  if (!NAMED.has(name)) throw new Unreadable(name, `'${name}' is not a function; known: ${[...NAMED].join(', ')}`);
  const wanted = TERM_COUNT[name as FunctionName];
  if (terms.length === 0 || (wanted >= 0 && terms.length !== wanted))
    throw new Unreadable(name, `'${name}' takes ${wanted < 0 ? 'some' : wanted} terms, not ${terms.length}`);
  return { kind: 'call', name: name as FunctionName, terms: terms.map((term) => nodeOf(term, braced)) };
}

/** `a.b.c` as one name. */
function nameOf(expression: Expression): string {
  const node = expression as CoreExpression;
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && !node.computed && node.optional !== true)
    return `${nameOf(node.object)}.${nameOf(node.property)}`;
  throw new Unreadable('', 'a name is words joined by points, or stands in braces');
}

export const isFormulaFault = (outcome: FormulaNode | FormulaFault): outcome is FormulaFault => 'message' in outcome;

/** Names that a formula reads, each once, in the order in which they come. */
export function namesIn(node: FormulaNode): readonly string[] {
  if (node.kind === 'number') return [];
  return node.kind === 'name' ? [node.name] : [...new Set(node.terms.flatMap((term) => namesIn(term)))];
}

type Reader<T> = (from: T) => number;

/**
 * Returns a function that evaluates a formula; it allocates nothing.
 *
 * @param resolve how a name is read from whatever the function is given
 */
export function compileFormula<T>(node: FormulaNode, resolve: (name: string) => Reader<T>): Reader<T> {
  if (node.kind === 'number') return () => node.value;
  if (node.kind === 'name') return resolve(node.name);
  const terms = node.terms.map((term) => compileFormula(term, resolve));
  const [a, b] = [terms[0]!, terms[1] ?? terms[0]!];
  switch (node.name) {
    case '+':
      return (from) => a(from) + b(from);
    case '-':
      return (from) => a(from) - b(from);
    case '*':
      return (from) => a(from) * b(from);
    case '/':
    case 'per':
      return (from) => a(from) / b(from);
    case 'negate':
      return (from) => -a(from);
    case 'mod':
      return (from) => a(from) - b(from) * Math.floor(a(from) / b(from));
    case 'abs':
    case 'sqrt':
    case 'sin':
    case 'cos':
    case 'round':
    case 'floor': {
      const f = Math[node.name];
      return (from) => f(a(from));
    }
    case 'min':
      return fold(terms, Math.min);
    case 'max':
      return fold(terms, Math.max);
    case 'hypot':
      return fold(terms, Math.hypot);
  }
}

function fold<T>(terms: readonly Reader<T>[], join: (x: number, y: number) => number): Reader<T> {
  return (from) => {
    let x = join === Math.hypot ? Math.abs(terms[0]!(from)) : terms[0]!(from);
    for (let i = 1; i < terms.length; i++) x = join(x, terms[i]!(from));
    return x;
  };
}

/** Value of a formula whose names are known; NaN where a name is not. */
export function evaluateFormula(node: FormulaNode, values: Readonly<Record<string, number>>): number {
  return compileFormula<null>(node, (name) => () => values[name] ?? Number.NaN)(null);
}
