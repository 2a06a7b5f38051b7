// Reads and changes fields of a configuration in YAML. Comments and formatting stay. Pure.

import { isAlias, isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument, Scalar, type Document } from 'yaml';

export type Path = readonly (string | number)[];
// `number`: written without quotes. `text`: quoted if YAML would read a number.
export type Kind = 'number' | 'text';

export interface YamlProblem { line: number; column: number; message: string }

export interface Form {
  // Fields with a value, by their path as findings write it: `spec.sizes[0].capacity.memory`.
  values: ReadonlyMap<string, string>;
  sizes: number;
  problems: YamlProblem[];
  // Why the form cannot edit the text; undefined if it can.
  reason?: string;
}

// `['spec', 'sizes', 0, 'name']` is `spec.sizes[0].name`.
export function pathText(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('').slice(1);
}

const kLargestDepth = 12;

// The server has a message for each error. This one is for a text that only the form cannot read.
const kUnreadable = 'the form cannot read the YAML from here; check the indentation and the quotes, and write each key once and without aliases';

export function parse(text: string, lines?: LineCounter): Document {
  return parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, version: '1.2' });
}

export function readForm(text: string): Form {
  const lines = new LineCounter();
  const document = parse(text, lines);
  const problems = document.errors.map((error) => ({
    line: lines.linePos(error.pos[0]).line,
    column: lines.linePos(error.pos[0]).col,
    message: kUnreadable,
  }));
  const values = new Map<string, string>();
  if (problems.length === 0) collect(valueOf(document, problems), '', values, 0);
  const sizes = problems.length === 0 ? document.getIn(['spec', 'sizes']) : undefined;
  return { values, sizes: isSeq(sizes) ? sizes.items.length : 0, problems, reason: reasonOf(document, problems) };
}

const kKind = 'ClusterSizingConfiguration';

function reasonOf(document: Document, problems: readonly YamlProblem[]): string | undefined {
  if (problems.length > 0) return `The YAML cannot be read: see line ${problems[0]!.line}.`;
  if (!isMap(document.contents)) return `The YAML is not a ${kKind}: it has no fields.`;
  const kind = document.get('kind');
  if (kind === 'ConfigMap') return `The YAML is a ConfigMap. Replace it by the ${kKind} in its data, which begins with apiVersion.`;
  if (kind !== kKind) return `The YAML is ${kind === undefined ? 'without a kind' : `of the kind ${String(kind).slice(0, 63)}`}: write kind: ${kKind}.`;
  const spec = document.get('spec');
  if (spec !== undefined && spec !== null && !isMap(spec)) return 'spec is not an object: see the YAML.';
  return undefined;
}

// Aliases may expand to more than the library permits.
function valueOf(document: Document, problems: YamlProblem[]): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    problems.push({ line: 1, column: 1, message: kUnreadable });
    return undefined;
  }
}

function collect(value: unknown, path: string, values: Map<string, string>, depth: number): void {
  if (depth > kLargestDepth || value == null) return;
  if (Array.isArray(value)) value.forEach((item, index) => collect(item, `${path}[${index}]`, values, depth + 1));
  else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) collect(item, path ? `${path}.${key}` : key, values, depth + 1);
  else values.set(path, String(value));
}

function isPlain(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9._-]*$|^[0-9]+[A-Za-z]+$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n|0x.*|0o.*|\d+e\d*)$/i.test(value);
}

function scalarText(value: string, kind: Kind, style: string | undefined, wasNumber: boolean): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(value);
  if (isNumber && (kind === 'number' || (style === 'PLAIN' && wasNumber))) return value;
  if (style === 'QUOTE_SINGLE' && !/[\n\r]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (style !== 'QUOTE_DOUBLE' && isPlain(value)) return value;
  return JSON.stringify(value);
}

export function print(document: Document, text: string): string {
  return document.toString({ lineWidth: 0, indentSeq: !/^( *)sizes: *\n(?: *#.*\n)*\1- /m.test(text) });
}

// Sets a field; an empty value removes it. A text that is not valid YAML stays as it is.
export function setField(text: string, path: Path, value: string, kind: Kind): string {
  return change(text, (document) => (value === '' ? removeField(document, text, path) : writeField(document, text, path, value, kind)));
}

// Returns the changed text, or `text` if it is not valid YAML, or has something else at the place of a mapping or list.
function change(text: string, edit: (document: Document) => string): string {
  const document = parse(text);
  if (document.errors.length > 0) return text;
  try {
    return edit(document);
  } catch {
    return text;
  }
}

function writeField(document: Document, text: string, path: Path, value: string, kind: Kind): string {
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && !isAlias(node) && node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED' && node.value !== null) {
    const [start, end] = node.range;
    return text.slice(0, start) + scalarText(value, kind, node.type, typeof node.value === 'number') + text.slice(end);
  }
  makeParents(document, path);
  const isNumber = kind === 'number' && /^-?\d+$/.test(value);
  const scalar = new Scalar(isNumber ? Number(value) : value);
  if (!isNumber && !isPlain(value)) scalar.type = 'QUOTE_DOUBLE';
  document.setIn(path, scalar);
  return print(document, text);
}

// A parent such as `capacity:` without a value is not a mapping yet.
function makeParents(document: Document, path: Path): void {
  for (let length = 1; length < path.length; ++length) {
    const parent = path.slice(0, length);
    if (!isCollection(document.getIn(parent, true))) document.setIn(parent, document.createNode(typeof path[length] === 'number' ? [] : {}));
  }
}

function removeField(document: Document, text: string, path: Path): string {
  if (!document.hasIn(path)) return text;
  document.deleteIn(path);
  for (let length = path.length - 1; length > 1; --length) {
    const parent = document.getIn(path.slice(0, length));
    if (!isCollection(parent) || parent.items.length > 0) break;
    document.deleteIn(path.slice(0, length));
  }
  return print(document, text);
}

interface PlainSize { name?: unknown; criteria?: { from?: number; to?: number } }

// Returns where the range of the last size ends, if a size follows it: only the last range may have no end.
function endOf({ from = 0, to }: { from?: number; to?: number }): number {
  return to ?? Math.max(2 * from, from + 10);
}

// Appends a copy of the last size with another name and the range that follows.
export function addSize(text: string): string {
  return change(text, (document) => {
    const path = ['spec', 'sizes'];
    const sizes = (document.toJS() as { spec?: { sizes?: PlainSize[] } } | null)?.spec?.sizes ?? [];
    const last = sizes.at(-1);
    const names = new Set(sizes.map((size) => size.name));
    let number = names.size + 1;
    while (names.has(`size${number}`)) ++number;
    makeParents(document, [...path, 0]);
    const size: PlainSize = { ...last, name: `size${number}` };
    if (last?.criteria) {
      const end = endOf(last.criteria);
      document.setIn([...path, sizes.length - 1, 'criteria', 'to'], end);
      size.criteria = { from: end + 1 };
    }
    document.addIn(path, document.createNode(size));
    return print(document, text);
  });
}

export function removeSize(text: string, index: number): string {
  return change(text, (document) => {
    document.deleteIn(['spec', 'sizes', index]);
    return print(document, text);
  });
}

// Adds `steps` hundredths to a fraction: 0.50 with 1 is 0.51. Stays in (0, 1].
export function stepFraction(value: string, steps: number): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  return (Math.min(100, Math.max(1, Math.round(number * 100) + steps)) / 100).toFixed(2);
}
