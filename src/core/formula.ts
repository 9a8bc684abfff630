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

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|([A-Za-z_][\w.]*)|\{([^{}]+)\}|([-+*/(),]))/y;

interface Token {
  readonly kind: 'number' | 'name' | 'braced' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

function tokensOf(text: string): Token[] | FormulaFault {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) return { at, message: `'${text.slice(at).trim()[0]}' has no meaning in a formula` };
    const [, number, name, braced, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (braced !== undefined) tokens.push({ kind: 'braced', text: braced.trim(), at });
    else tokens.push({ kind: 'sign', text: sign!, at });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

/** Recursive descent over the tokens of one formula: sum → product → factor. Stops at the first fault. */
class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  fault: FormulaFault | null = null;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): FormulaNode {
    const node = this.#sum();
    const rest = this.#peek();
    if (rest.kind !== 'end') this.#fail(rest, `'${rest.text}' is not expected here`);
    return node;
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]!;
  }

  #takes(...signs: readonly string[]): string | null {
    const token = this.#peek();
    if (token.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.#next++;
    return token.text;
  }

  #fail(token: Token, message: string): FormulaNode {
    this.fault ??= { at: token.at, message };
    this.#next = this.#tokens.length - 1;
    return { kind: 'number', value: 0 };
  }

  #sum(): FormulaNode {
    let node = this.#product();
    for (let sign = this.#takes('+', '-'); sign !== null; sign = this.#takes('+', '-')) {
      node = { kind: 'call', name: sign as '+' | '-', terms: [node, this.#product()] };
    }
    return node;
  }

  #product(): FormulaNode {
    let node = this.#factor();
    for (let sign = this.#takes('*', '/'); sign !== null; sign = this.#takes('*', '/')) {
      node = { kind: 'call', name: sign as '*' | '/', terms: [node, this.#factor()] };
    }
    return node;
  }

  #factor(): FormulaNode {
    if (this.#takes('-') !== null) return { kind: 'call', name: 'negate', terms: [this.#factor()] };
    if (this.#takes('+') !== null) return this.#factor();
    const token = this.#peek();
    if (this.#takes('(') !== null) {
      const inner = this.#sum();
      return this.#takes(')') === null ? this.#fail(this.#peek(), "a ')' is missing") : inner;
    }
    this.#next++;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'braced') return { kind: 'name', name: token.text };
    if (token.kind !== 'name')
      return this.#fail(token, token.kind === 'end' ? 'it ends too early' : `'${token.text}' is not expected here`);
    if (this.#takes('(') !== null) return this.#call(token);
    return token.text === 'pi' ? { kind: 'number', value: Math.PI } : { kind: 'name', name: token.text };
  }

  #call(token: Token): FormulaNode {
    if (!NAMED.has(token.text))
      return this.#fail(token, `'${token.text}' is not a function; known: ${[...NAMED].join(', ')}`);
    const name = token.text as FunctionName;
    const terms = [this.#sum()];
    while (this.#takes(',') !== null) terms.push(this.#sum());
    if (this.#takes(')') === null) return this.#fail(this.#peek(), "a ')' is missing");
    const wanted = TERM_COUNT[name];
    if (wanted >= 0 && terms.length !== wanted)
      return this.#fail(token, `'${name}' takes ${wanted} terms, not ${terms.length}`);
    return { kind: 'call', name, terms };
  }
}

/**
 * Reads a formula: numbers, `pi`, names, `+ - * /`, parentheses, and abs, sqrt, sin, cos, round, floor, mod, min, max,
 * hypot, and `per(x, amount)`, which counts x in amounts of its own unit. A name is a word of letters, digits, `_` and `.`; any other name stands in braces: `{jaw-l.travel}`.
 */
export function parseFormula(text: string): FormulaNode | FormulaFault {
  const tokens = tokensOf(text);
  if (!Array.isArray(tokens)) return tokens;
  const parser = new Parser(tokens);
  const node = parser.whole();
  return parser.fault ?? node;
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
