/**
 * A text as it means: literals that are joined (`"a" + "b"`), base64 over several lines, characters as escapes (`\x67`, `\u0067`, `%67`,
 * `&#103;`). Only the lines where that changes anything; what is found there is told where it stands in the text. Called by find-secrets.ts.
 */
import type { SecretSpan } from './find-named-secrets.ts';

export interface OtherWriting {
  readonly plain: string;
  /** Of spans of `plain`, in order and without overlap: where they stand in the text, one for each literal. */
  toText(spans: readonly SecretSpan[]): readonly SecretSpan[];
}

const JOINED = String.raw`["'\x60](?:[ \t]{0,40}\r?\n)?[ \t]{0,40}(?:\+|\.\.?|&|~|<>|\|\||\\|\.concat\()[ \t]{0,4}(?:\r?\n[ \t]{0,40})?[bfru]?["'\x60]`;
/** One behind the other, as C and Python join them; a shell without a blank. */
const ADJACENT = String.raw`(?<quote>["'\x60])(?:[ \t]{0,40}\r?\n[ \t]{0,40}|[ \t])\k<quote>|(?<=\w)(?<same>["'])\k<same>(?=\w)|\$\{(?:""|'')\}`;
/** `["a", "b"].join("")`, `concat!("a", "b")`. */
const LISTED = String.raw`(?<mark>["']),\s{0,10}\k<mark>(?=[^\n()[\]]{0,200}\]\.join\((?:""|'')\))|(?<=\bconcat!?\([^\n()]{0,200})(?<sign>["']),\s{0,10}\k<sign>`;
/** What nobody sees, and the end of a line that goes on. */
const UNSEEN = String.raw`(?<=\w)(?:[\u00ad\u200b-\u200f\u2060\ufeff]{1,4}|\\\r?\n[ \t]{0,20})(?=\w)`;
const WRAPPED = String.raw`(?<=^[ \t]{0,20}[A-Za-z0-9+/]{40,100})\r?\n[ \t]{0,20}(?=[A-Za-z0-9+/]{1,100}={0,2}[ \t]{0,4}\r?$)`;
const ESCAPED = String.raw`(?:\\{1,2}(?:x|u00|u\{0{0,4})|%|&#[xX])(?<hex>[2-7][0-9a-fA-F])(?:(?<=\{0{0,4}\w\w)\}|(?<=&#[xX]\w\w);|(?<!\{0{0,4}\w\w|&#[xX]\w\w))|&#(?<decimal>\d{2,3});|\\(?<octal>[01][0-7]{2})|(?<wide>[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])`;
const EDIT = new RegExp([JOINED, ADJACENT, LISTED, UNSEEN, WRAPPED, ESCAPED].join('|'), 'gmu');
/** From a letter in full width to the same letter. */
const WIDE = 0xfee0;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A stretch of `plain`: `from` to `to` in the text. Longer there than here where it is an escape. */
interface Stretch {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** What separates values where it is escaped ends one. */
const toPlain = (code: number): string => String.fromCharCode(code).replace(/[&;,|]/u, ' ');

/** The character that an escape stands for; null where it is none. */
function readCode({ hex, decimal, octal, wide }: Readonly<Record<string, string | undefined>>): number | null {
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  if (wide !== undefined) return wide.charCodeAt(0) - WIDE;
  return decimal === undefined ? null : Number(decimal);
}

function listEdits(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  EDIT.lastIndex = 0;
  for (let match = EDIT.exec(text); match !== null; match = EDIT.exec(text)) {
    const code = readCode(match.groups ?? {});
    const isSign = code !== null && code >= 32 && code < 127;
    if (isSign || code === null)
      edits.push({ start: match.index, end: EDIT.lastIndex, text: isSign ? toPlain(code) : '' });
  }
  return edits;
}

/** Null where the text is written as it means. */
export function readOtherWriting(text: string): OtherWriting | null {
  const edits = listEdits(text);
  if (edits.length === 0) return null;
  const stretches: Stretch[] = [];
  let plain = '';
  const add = (from: number, to: number, written = text.slice(from, to)): void => {
    if (written !== '') stretches.push({ at: plain.length, length: written.length, from, to });
    plain += written;
  };
  const endOfLine = (at: number): number => {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  };
  let at = 0;
  let end = -1;
  for (const edit of edits) {
    if (edit.start > end) {
      if (end >= 0) {
        add(at, end);
        plain += '\n';
      }
      at = text.lastIndexOf('\n', edit.start - 1) + 1;
    }
    add(at, edit.start);
    add(edit.start, edit.end, edit.text);
    at = edit.end;
    end = endOfLine(at);
  }
  add(at, end);
  return { plain, toText: (spans) => spans.flatMap((span) => placeSpan(span, stretches)) };
}

/** The first stretch that ends behind `at`. */
function findStretch(stretches: readonly Stretch[], at: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const stretch = stretches[middle];
    if (stretch !== undefined && stretch.at + stretch.length <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Characters that follow each other in the text are one piece; what stands between two literals is none. */
function placeSpan({ start, end, kind }: SecretSpan, stretches: readonly Stretch[]): readonly SecretSpan[] {
  const placed: SecretSpan[] = [];
  for (let index = findStretch(stretches, start); index < stretches.length; index += 1) {
    const { at, length, from, to } = stretches[index] as Stretch;
    if (at >= end) break;
    const isPlain = to - from === length;
    const piece = isPlain
      ? { start: from + Math.max(0, start - at), end: from + Math.min(length, end - at), kind }
      : { start: from, end: to, kind };
    const last = placed.at(-1);
    if (last?.end === piece.start) placed[placed.length - 1] = { ...last, end: piece.end };
    else placed.push(piece);
  }
  return placed;
}
