/**
 * Says whether a text or tree is nested too deeply to be parsed or walked in time (hostile files), and whether a text is minified. Used by ast-grep/ast-grep.ts, outline/outline-source.ts, oxlint/oxlint.ts and others.
 */
import type { SgNode } from '@ast-grep/napi';

const MAX_DEPTH = 2_500;
/** More than any language nests with one character: what is shorter cannot be that deep. */
const LEVELS_PER_CHARACTER = 8;
/** Brackets open at once, operators of one expression, or `else` in a row that make a tree worth a look. */
const SUSPICIOUS = 1_000;

const codes = (characters: string): ReadonlySet<number> => new Set([...characters].map((one) => one.charCodeAt(0)));
const OPENING = codes('([{');
const CLOSING = codes(')]}');
const ENDING = codes(',;{}');
/** A line that ends in one of these goes on, and so does one before a line that starts with one. */
const JOINING = codes('+-*/%&|^=<>?:.!\\');
const NEWLINE = 0x0a;
const SPACE = 0x20;

export function mayBeDeep(text: string): boolean {
  let depth = 0;
  let operators = 0;
  let last = 0;
  let isNewLine = false;
  const branches: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    isNewLine ||= character === NEWLINE;
    if (character <= SPACE) continue;
    if (isNewLine && !JOINING.has(last) && !JOINING.has(character)) operators = 0;
    isNewLine = false;
    last = character;
    depth = Math.max(0, depth + Number(OPENING.has(character)) - Number(CLOSING.has(character)));
    operators += Number(JOINING.has(character));
    if (ENDING.has(character)) {
      operators = 0;
      branches[depth] = startsElse(text, at + 1) ? (branches[depth] ?? 0) + 1 : 0;
    }
    if (Math.max(depth, operators, branches[depth] ?? 0) > SUSPICIOUS) return true;
  }
  return false;
}

/** So many brackets open at once keep the parser itself busy: then it is not asked. */
export function isTextTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const character = text.charCodeAt(at);
    if (OPENING.has(character)) depth += 1;
    else if (CLOSING.has(character) && depth > 0) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
};

const startsElse = (text: string, from: number): boolean => text.startsWith('else', skipSpace(text, from));

export function isTreeTooDeep(root: SgNode): boolean {
  const open: { readonly node: SgNode; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const depth = next.depth + 1;
    if (depth > MAX_DEPTH) return true;
    const enough = (MAX_DEPTH - depth) / LEVELS_PER_CHARACTER;
    for (const node of next.node.children()) if (sizeOf(node) >= enough) open.push({ node, depth });
  }
  return false;
}

const PACKED_CHARACTERS = 50_000;
const PACKED_LINE = 200;

/** Minified: what a tool wrote for machines. Every name means a hundred things there, and data seems to flow everywhere. */
export function isPackedCode(text: string): boolean {
  if (text.length < PACKED_CHARACTERS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > PACKED_LINE;
}

function sizeOf(node: SgNode): number {
  const { start, end } = node.range();
  return end.index - start.index;
}
