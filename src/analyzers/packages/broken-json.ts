/**
 * Says on which line a JSON manifest is invalid, and recovers what can be read of it: texts by key, one level deep. Never throws; quotes
 * nothing of the text. Used by dependencies/dependencies.ts and read-manifest.ts.
 */

import { isMap, isScalar, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject } from '../../protocol/text/json-object.ts';
import type { TextDocument } from '../source-text/text-document.ts';

const MAX_CHARACTERS = 300_000;
const TEMPLATE = /\{\{|\{%|<%/u;

/** What is wrong and where; null where it parses to an object, or is a template that somebody fills in first. */
export function findJsonFault({ text, lineAt }: TextDocument): string | null {
  try {
    const value: unknown = JSON.parse(stripMark(text));
    return isJsonObject(value) ? null : 'holds no JSON object';
  } catch (error) {
    if (TEMPLATE.test(text)) return null;
    const offset = findOffset(text, error instanceof Error ? error.message : '');
    return offset === null ? 'not valid JSON' : `line ${lineAt(offset)}: not valid JSON`;
  }
}

const stripMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** The engine names a position, or quotes what stands around the place. */
function findOffset(text: string, message: string): number | null {
  const position = /at position (\d+)/u.exec(message)?.[1];
  if (position !== undefined) return Math.min(Number(position), text.length);
  if (message.includes('end of JSON')) return text.length;
  const quoted = /^Unexpected token '([\s\S]+?)', (?:\.{3})?"([\s\S]*)"(?:\.{3})? is not valid JSON$/u.exec(message);
  const around = quoted?.[2] ?? '';
  const start = around === '' ? -1 : text.indexOf(around);
  if (start < 0) return null;
  // Ten characters stand before the token, fewer only at the beginning of the text.
  return start + Math.max(0, around.indexOf(quoted?.[1] ?? '', start === 0 ? 0 : 10));
}

/** Texts by name, one level of objects deep: enough for a list of dependencies. Null where nothing can be read. */
export function recoverJson(text: string): JsonObject | null {
  if (text.length > MAX_CHARACTERS || /(?:[[{]\s*){60}/u.test(text)) return null;
  try {
    const { contents } = parseDocument(stripMark(text), {
      schema: 'failsafe',
      strict: false,
      logLevel: 'silent',
      prettyErrors: false,
    });
    return isMap(contents) ? readEntries(contents, 0) : null;
  } catch {
    return null;
  }
}

const readEntries = (map: unknown, depth: number): JsonObject =>
  Object.fromEntries(
    (isMap(map) ? map.items : []).flatMap(({ key, value }): readonly (readonly [string, unknown])[] => {
      if (!isScalar(key)) return [];
      if (isScalar(value)) return [[String(key.value), value.value]];
      return isMap(value) && depth === 0 ? [[String(key.value), readEntries(value, 1)]] : [];
    }),
  );
