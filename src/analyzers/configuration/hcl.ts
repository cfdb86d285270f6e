/**
 * Parses Terraform files (HCL) into nested blocks with labels, and attributes whose expressions stay text; has helpers to read them.
 * Bounded; never throws, skips what it does not understand. Used by terraform-checks.ts.
 */
import type { TextDocument } from '../source-text/text-document.ts';

export interface HclAttribute {
  readonly name: string;
  /** The expression as written, without comments. */
  readonly text: string;
  readonly line: number;
}

export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly line: number;
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

const MAX_CHARACTERS = 1_000_000;
const MAX_DEPTH = 40;
const HEADER = /([A-Za-z_][\w-]*)((?:[ \t]+(?:"[^"\n]*"|[A-Za-z_][\w-]*)){0,4})[ \t]*\{/uy;
const ATTRIBUTE = /("?)([A-Za-z_][\w.-]*)\1[ \t]*(?:=(?!=)|:)[ \t]*/uy;
const SPACE = /(?:\s+|#[^\n]*|\/\/[^\n]*)+/uy;
const WORD = /[\w.-]+/uy;

interface Cursor {
  readonly document: TextDocument;
  readonly text: string;
  /** End of the last comment over lines: what opens one behind it is no comment. */
  readonly lastClose: number;
  at: number;
  /** Up to here no string closes: what was looked for once is not looked for again. */
  unclosed: number;
}

/** The top-level blocks of a file. */
export function parseHcl(document: TextDocument): readonly HclBlock[] {
  if (document.text.length > MAX_CHARACTERS) return [];
  const { text } = document;
  return readBody({ document, text, lastClose: text.lastIndexOf('*/'), at: 0, unclosed: 0 }, 0).blocks;
}

function readBody(cursor: Cursor, depth: number): { attributes: HclAttribute[]; blocks: HclBlock[] } {
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  while (cursor.at < cursor.text.length) {
    while (skip(cursor, SPACE) || skipComment(cursor));
    if (cursor.text[cursor.at] === '}') break;
    const line = cursor.document.lineAt(cursor.at);
    const attribute = skip(cursor, ATTRIBUTE);
    if (attribute) {
      attributes.push({ name: attribute[2] ?? '', text: readExpression(cursor), line });
      continue;
    }
    const header = depth < MAX_DEPTH ? skip(cursor, HEADER) : null;
    if (header) blocks.push(readBlock(cursor, header, line, depth));
    else if (!skip(cursor, WORD)) cursor.at += 1;
  }
  return { attributes, blocks };
}

function readBlock(cursor: Cursor, header: RegExpExecArray, line: number, depth: number): HclBlock {
  const body = readBody(cursor, depth + 1);
  cursor.at += 1;
  const labels = [...(header[2] ?? '').matchAll(/"([^"]*)"|([\w-]+)/gu)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  return { type: header[1] ?? '', labels, line, ...body };
}

function skip(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match) cursor.at = pattern.lastIndex;
  return match;
}

/** A comment over lines, where it has an end. */
function skipComment(cursor: Cursor): boolean {
  const { text, at, lastClose } = cursor;
  if (!text.startsWith('/*', at) || at + 2 > lastClose) return false;
  cursor.at = text.indexOf('*/', at + 2) + 2;
  return true;
}

const HERE = /<<[-~]?([A-Za-z_]\w*)[ \t]*\r?\n/uy;
const LINE_COMMENT = /(?:#|\/\/)[^\n]*/uy;
const STRING = /"(?:[^"\\\n]|\\.)*"/uy;

/** Up to the end of the line, further while brackets, a string or a here-document are open. */
function readExpression(cursor: Cursor): string {
  let written = '';
  let open = 0;
  while (cursor.at < cursor.text.length) {
    const character = cursor.text[cursor.at] ?? '';
    if (open === 0 && /[\n},]/u.test(character)) break;
    const literal = readLiteral(cursor, character);
    if (literal !== null) {
      written += literal;
      continue;
    }
    if ('([{'.includes(character)) open += 1;
    else if (')]}'.includes(character)) open = Math.max(0, open - 1);
    written += character;
    cursor.at += 1;
  }
  return written.trim();
}

/** A string or here-document as a whole, nothing for a comment; null where neither begins here. */
function readLiteral(cursor: Cursor, character: string): string | null {
  if (character === '"') return readString(cursor);
  if (character === '#' || character === '/') return skipComment(cursor) || skip(cursor, LINE_COMMENT) ? '' : null;
  const here = character === '<' ? skip(cursor, HERE) : null;
  return here ? readHereDocument(cursor, here[1] ?? '') : null;
}

function readString(cursor: Cursor): string | null {
  if (cursor.at < cursor.unclosed) return null;
  const string = skip(cursor, STRING);
  const end = string ? 0 : cursor.text.indexOf('\n', cursor.at);
  if (!string) cursor.unclosed = end < 0 ? cursor.text.length : end;
  return string?.[0] ?? null;
}

function readHereDocument(cursor: Cursor, end: string): string {
  const close = new RegExp(String.raw`^[ \t]*${end}[ \t]*$`, 'mu').exec(cursor.text.slice(cursor.at));
  const stop = close ? cursor.at + close.index : cursor.text.length;
  const body = cursor.text.slice(cursor.at, stop);
  cursor.at = stop + (close?.[0].length ?? 0);
  return body;
}

// ------------------------------------------------------------------------------------------------ looking

export const attributeOf = (block: HclBlock, name: string): HclAttribute | null =>
  block.attributes.find((attribute) => attribute.name === name) ?? null;

/** The expression without quotes; the empty text where there is none. */
export const settingOf = (block: HclBlock, name: string): string =>
  (attributeOf(block, name)?.text ?? '').replace(/^"([^"]*)"$/u, '$1');

export const blocksOf = (block: HclBlock, type: string): readonly HclBlock[] =>
  block.blocks.filter((each) => each.type === type);
