/**
 * Parses YAML or JSON into a tree of scalars (all text), lists and maps with their lines, and has helpers to look things up in it. Size,
 * depth and nodes are bounded; a broken document gives what could be read and a fault, nothing throws. Used by configuration.ts and the
 * YAML checks.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';
import type { TextDocument } from '../source-text/text-document.ts';

interface Place {
  /** 1-based line on which it begins. */
  readonly line: number;
  /** Offsets in the text of the file. */
  readonly start: number;
  readonly end: number;
}

export interface YamlScalar extends Place {
  readonly kind: 'scalar';
  readonly text: string;
  /** `!Ref` and the like; null for plain text. */
  readonly tag: string | null;
}

export interface YamlList extends Place {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

export interface YamlEntry {
  readonly key: string;
  readonly line: number;
  readonly value: YamlNode;
}

export interface YamlMap extends Place {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
}

export type YamlNode = YamlScalar | YamlList | YamlMap;

/** Longer texts are not parsed. */
export const MAX_YAML_CHARACTERS = 300_000;
const MAX_NODES = 100_000;
const MAX_DEPTH = 60;
const OPENINGS = /[[{]/gu;
const MAX_OPENINGS_IN_ROW = /(?:[[{]\s*){60}|(?:[-?:][ \t]+){60}/u;

export interface ParsedYaml {
  /** What could be read of each document. */
  readonly roots: readonly YamlNode[];
  /** Documents without a fault. */
  readonly whole: readonly YamlNode[];
  /** What is wrong with the first broken document, and where; null where everything was read. */
  readonly fault: string | null;
}

const TOO_DEEP: ParsedYaml = { roots: [], whole: [], fault: 'is nested too deeply' };

export function parseYaml(document: TextDocument, text = document.text): ParsedYaml {
  if (text.length > MAX_YAML_CHARACTERS)
    return { ...TOO_DEEP, fault: `is longer than ${MAX_YAML_CHARACTERS} characters` };
  if (MAX_OPENINGS_IN_ROW.test(text) || (text.match(OPENINGS)?.length ?? 0) > MAX_NODES) return TOO_DEEP;
  try {
    return readDocuments(document, text);
  } catch {
    return TOO_DEEP;
  }
}

function readDocuments(document: TextDocument, text: string): ParsedYaml {
  const parsed = parseAllDocuments(text, {
    schema: 'failsafe',
    strict: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const reader: Reader = { document, text, anchors: new Map(), left: MAX_NODES, isCut: false };
  const faults: string[] = [];
  const roots: YamlNode[] = [];
  const whole: YamlNode[] = [];
  for (const { errors, contents } of Array.isArray(parsed) ? parsed : []) {
    const root = readNode(contents as Node | null, reader, 0);
    const error = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    roots.push(root);
    if (error) faults.push(`line ${document.lineAt(error.pos[0])}: ${nameFault(error.message)}`);
    else whole.push(root);
  }
  return { roots, whole, fault: faults[0] ?? (reader.isCut ? TOO_DEEP.fault : null) };
}

/** Without what the parser quotes of the text. */
const nameFault = (message: string): string =>
  message
    .split(/[:"\n]/u)[0]
    ?.trim()
    .slice(0, 100) ?? '';

interface Reader {
  readonly document: TextDocument;
  readonly text: string;
  readonly anchors: Map<string, YamlNode>;
  left: number;
  /** A limit left something out. */
  isCut: boolean;
}

const nothingAt = (line: number, start: number): YamlScalar => ({
  kind: 'scalar',
  text: '',
  tag: null,
  line,
  start,
  end: start,
});

function readNode(node: unknown, reader: Reader, depth: number): YamlNode {
  reader.left -= 1;
  if (reader.left < 0 || depth > MAX_DEPTH) {
    reader.isCut = true;
    return nothingAt(1, 0);
  }
  if (isAlias(node)) return reader.anchors.get(node.source) ?? nothingAt(1, 0);
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return nothingAt(1, 0);
  const [start, end] = node.range ?? [0, 0];
  const place = { line: reader.document.lineAt(start), start, end };
  const read = readContent(node, place, reader, depth);
  if (node.anchor !== undefined) reader.anchors.set(node.anchor, read);
  return read;
}

function readContent(node: unknown, place: Place, reader: Reader, depth: number): YamlNode {
  if (isSeq(node))
    return { ...place, kind: 'list', items: node.items.map((item) => readNode(item, reader, depth + 1)) };
  if (isScalar(node)) return { ...place, kind: 'scalar', text: String(node.value ?? ''), tag: node.tag ?? null };
  const pairs = isMap(node) ? node.items : [];
  const entries = pairs.flatMap(({ key, value }): readonly YamlEntry[] => {
    if (!isScalar(key)) return [];
    const start = key.range?.[0] ?? place.start;
    const line = reader.document.lineAt(start);
    const read = value === null ? nothingAt(line, start) : readNode(value, reader, depth + 1);
    return [{ key: String(key.value ?? ''), line, value: read }];
  });
  return { ...place, kind: 'map', entries };
}

// ------------------------------------------------------------------------------------------------ looking

/** Entries of a map with those it merges in (`<<`); nothing for other nodes. */
export function entriesOf(node: YamlNode | null, depth = 0): readonly YamlEntry[] {
  if (node?.kind !== 'map') return [];
  const own = node.entries.filter(({ key }) => key !== '<<');
  if (own.length === node.entries.length || depth > 5) return own;
  const merged = node.entries
    .filter(({ key }) => key === '<<')
    .flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]))
    .flatMap((value) => entriesOf(value, depth + 1))
    .filter(({ key }) => !own.some((entry) => entry.key === key));
  return [...own, ...merged];
}

export const entryOf = (node: YamlNode | null, key: string): YamlEntry | null =>
  entriesOf(node).find((entry) => entry.key === key) ?? null;

/** The node at a path of keys, or null. */
export function nodeAt(node: YamlNode | null, ...keys: readonly string[]): YamlNode | null {
  let at = node;
  for (const key of keys) at = entryOf(at, key)?.value ?? null;
  return at;
}

/** Text of a scalar; the empty text for anything else. */
export const textOf = (node: YamlNode | null): string => (node?.kind === 'scalar' ? node.text : '');

/** Items of a list; a lone scalar or map is a list of one, nothing is a list of none. */
export function itemsOf(node: YamlNode | null): readonly YamlNode[] {
  if (node === null || (node.kind === 'scalar' && node.text === '')) return [];
  return node.kind === 'list' ? node.items : [node];
}

/** Texts of a list of scalars or of a lone one. */
export const textsOf = (node: YamlNode | null): readonly string[] =>
  itemsOf(node)
    .map(textOf)
    .filter((text) => text !== '');

export const isYes = (node: YamlNode | null): boolean => /^(?:true|yes|on)$/iu.test(textOf(node));
export const isNo = (node: YamlNode | null): boolean => /^(?:false|no|off)$/iu.test(textOf(node));

/** Every map below a node, itself included, each once however often it is aliased. */
export function mapsBelow(node: YamlNode | null): readonly YamlMap[] {
  const seen = new Set<YamlNode>();
  const found: YamlMap[] = [];
  const open = node === null ? [] : [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'map') {
      found.push(next);
      for (const { value } of next.entries) open.push(value);
    } else if (next.kind === 'list') {
      for (const item of next.items) open.push(item);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
