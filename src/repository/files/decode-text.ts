/**
 * Decodes the bytes of a file to text. A file whose name or first line says that it is code or text is always decoded, whatever bytes
 * it has: a NUL must not take it out of the review (TRUST-03). Of others a NUL in the first 8,000 bytes says binary, as for git. Every
 * byte that is not decoded as part of a character stays one character, so lines and columns stay true. Called by stable-reader.ts and
 * git/.
 */
import { isUtf8 } from 'node:buffer';
import type { ReadOutcome } from '../../ports/repository.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { languageOfShebang } from '../../protocol/source/shebang.ts';

/** How much of a file decides whether it is binary. */
export const SNIFF_BYTES = 8000;

const UTF_8 = new TextDecoder('utf-8');
const UTF_16_LE = new TextDecoder('utf-16le');
const UTF_16_BE = new TextDecoder('utf-16be');
const WINDOWS_1252 = new TextDecoder('windows-1252');

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/** `#!` in any of the encodings below. */
const hasShebang = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x23, 0x21) ||
  startsWith(bytes, 0xef, 0xbb, 0xbf, 0x23, 0x21) ||
  startsWith(bytes, 0x23, 0, 0x21, 0) ||
  startsWith(bytes, 0, 0x23, 0, 0x21) ||
  startsWith(bytes, 0xff, 0xfe, 0x23, 0, 0x21, 0) ||
  startsWith(bytes, 0xfe, 0xff, 0, 0x23, 0, 0x21);

const hasUtf16Mark = (bytes: Uint8Array): boolean => startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);

/** Files that are text whatever bytes they have. */
export const isNamedText = (path: string): boolean => detectLanguage(path) !== null;

/** Never true of a file with the name of a language or with a `#!` line. */
export const isBinary = (bytes: Uint8Array, path: string): boolean =>
  bytes.subarray(0, SNIFF_BYTES).includes(0) && !isNamedText(path) && !hasShebang(bytes) && !hasUtf16Mark(bytes);

/** Unreadable is a text in an encoding that it declares and nobody here reads: it makes the run incomplete. */
export function decodeText(bytes: Uint8Array, path: string): ReadOutcome {
  if (isBinary(bytes, path)) return { kind: 'unusable', reason: 'binary' };
  const named = detectLanguage(path)?.name ?? null;
  const decoded = decodeUtf32(bytes) ?? decodeUtf16(bytes) ?? decodeBytes(bytes, named);
  const text = decoded === null ? null : readAsLanguage(decoded, named ?? languageOfShebang(decoded));
  return text === null ? { kind: 'unusable', reason: 'unreadable' } : { kind: 'text', text, bytes: bytes.byteLength };
}

/** Only with its mark, and only where every unit is a character. */
function decodeUtf32(bytes: Uint8Array): string | null {
  const isLittle = startsWith(bytes, 0xff, 0xfe, 0, 0);
  if ((!isLittle && !startsWith(bytes, 0, 0, 0xfe, 0xff)) || bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 4; at < bytes.length; at += 4) {
    const codePoint = view.getUint32(at, isLittle);
    if (codePoint === 0 || codePoint > 0x10ffff) return null;
    characters.push(String.fromCodePoint(codePoint));
  }
  return characters.join('');
}

const isAscii = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** So many units in a row of two ASCII characters each are no word of another script, but code of one byte per character. */
const MAX_ASCII_PAIRS = 4;

/** Whether the units are characters of a text and nothing else, and whether three of four are one byte wide. */
function surveyUnits(bytes: Uint8Array, from: number, isLittle: boolean): 'narrow' | 'wide' | 'no text' {
  let narrow = 0;
  let pairs = 0;
  for (let at = from; at + 1 < bytes.length; at += 2) {
    const high = bytes[isLittle ? at + 1 : at] as number;
    const low = bytes[isLittle ? at : at + 1] as number;
    narrow += Number(high === 0);
    pairs = isAscii(high) && isAscii(low) ? pairs + 1 : 0;
    if ((high | low) === 0 || pairs === MAX_ASCII_PAIRS) return 'no text';
  }
  return narrow * 8 >= 3 * (bytes.length - from) ? 'narrow' : 'wide';
}

/**
 * With its mark, or without one where every second byte of most characters is NUL. Believed only of text that is nothing else too:
 * two bytes that look like a mark must not make an interpreter's commands read as Chinese.
 */
function decodeUtf16(bytes: Uint8Array): string | null {
  const hasMark = hasUtf16Mark(bytes);
  if (bytes.length % 2 === 1 || (!hasMark && bytes[0] !== 0 && bytes[1] !== 0)) return null;
  const isLittle = hasMark ? bytes[0] === 0xff : bytes[1] === 0;
  const found = surveyUnits(bytes, hasMark ? 2 : 0, isLittle);
  if (found === 'no text' || (found === 'wide' && !hasMark)) return null;
  return (isLittle ? UTF_16_LE : UTF_16_BE).decode(bytes);
}

/** What Python and Ruby read in the first two lines of a file to learn its encoding. */
const DECLARED = /^(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([\w.-]+)/u;
const DECLARING: ReadonlySet<string | null> = new Set(['python', 'ruby']);
const PLAIN =
  /^(?:utf-?8(?:-sig|-unix|-mac|-dos)?|utf|u8|cp65001|us-ascii|ascii|binary|ascii-8bit|none|external|locale|filesystem)$/iu;

function findDeclared(bytes: Uint8Array, language: string | null): string | null {
  if (!DECLARING.has(language)) return null;
  const name = DECLARED.exec(WINDOWS_1252.decode(bytes.subarray(0, 1000)))?.[1] ?? '';
  return name === '' || PLAIN.test(name) ? null : name;
}

const LATIN: ReadonlyMap<string, string> = new Map([
  ['latin', 'latin1'],
  ['latin-1', 'latin1'],
  ['iso-latin-1', 'latin1'],
  ['cp1252', 'windows-1252'],
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['cp936', 'gbk'],
  ['cp950', 'big5'],
]);

/** Null for an encoding that is not known here, such as utf-7 or unicode_escape, in which a comment can hold commands. */
function openDecoder(declared: string): typeof UTF_8 | null {
  const name = declared.toLowerCase().replaceAll('_', '-');
  for (const label of [LATIN.get(name) ?? name, name.replaceAll('-', '_'), name.replace(/^cp-?/u, 'windows-')]) {
    try {
      return new TextDecoder(label);
    } catch {
      // Another spelling may be known.
    }
  }
  return null;
}

function decodeBytes(bytes: Uint8Array, language: string | null): string | null {
  const declared = findDeclared(bytes, language);
  if (declared === null) return isUtf8(bytes) ? UTF_8.decode(bytes) : decodeMixed(bytes);
  return openDecoder(declared)?.decode(bytes) ?? null;
}

/** Bytes of the UTF-8 character that begins here, or 0 where none does. */
function widthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const width = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  return width > 0 && isUtf8(bytes.subarray(at, at + width)) ? width : 0;
}

/** UTF-8 where it is, and each byte that is not as the character it has in Windows-1252, which most such files are in. */
function decodeMixed(bytes: Uint8Array): string {
  const parts: string[] = [];
  let from = startsWith(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0;
  for (let at = from; at < bytes.length; ) {
    const width = widthAt(bytes, at);
    if (width > 0) {
      at += width;
      continue;
    }
    parts.push(WHOLE_UTF_8.decode(bytes.subarray(from, at)), WINDOWS_1252.decode(bytes.subarray(at, at + 1)));
    at += 1;
    from = at;
  }
  return `${parts.join('')}${WHOLE_UTF_8.decode(bytes.subarray(from))}`;
}

/** A mark inside the text is a character of it. */
const WHOLE_UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

const SHELLS: ReadonlySet<string | null> = new Set(['bash', 'fish']);

/**
 * Java reads `\u000a` as a line break and `\u002a/` as the end of a comment, wherever they stand: a comment can hold commands. Escapes
 * of line breaks, quotes and backslashes do not compile in a string, and are not needed elsewhere.
 */
const JAVA_ESCAPE = /(?<!\\)(?:\\\\)*(?:\\u+(?:000[ad]|0022|0027|005c)|\\u+002a(?:\/|\\u+002f)|\*\\u+002f)/iu;

/**
 * The text as its interpreter takes it apart. A lone carriage return ends a line, so what follows is no part of a comment before it; in
 * a shell it is part of a word, and NUL bytes are dropped. Null where the text is not what it looks like.
 */
export function readAsLanguage(text: string, language: string | null): string | null {
  if (SHELLS.has(language)) return text.replaceAll('\0', '').replaceAll(/\r(?!\n)/gu, '\u240d');
  if (language === 'java' && JAVA_ESCAPE.test(text)) return null;
  return text.includes('\r') ? text.replaceAll(/\r(?!\n)/gu, '\n') : text;
}
