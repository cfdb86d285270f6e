/**
 * Parses the text of an object literal into its top-level entries: `{ method: 'GET', url: '/x', handler }`. Works on a cut text too.
 * Called by script-routes.ts and php-routes.ts.
 */
import { splitList } from '../../protocol/text/split-list.ts';

export function readRecord(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const inner = text.trim().replace(/^\{/u, '');
  for (const part of splitList(inner, true)) {
    const [, key, value] = /^(?:async\s+)?['"]?([\w$.-]+)['"]?\s*(?::|=>)\s*([\s\S]*)$/u.exec(part) ?? [];
    if (key !== undefined) entries.set(key, (value ?? '').trim());
    else {
      const [, short, rest] = /^(?:async\s+)?([\w$]+)\s*(\(|$)/u.exec(part) ?? [];
      if (short !== undefined) entries.set(short, rest === '(' ? part : short);
    }
  }
  return entries;
}

/** Records of a list, or the one record itself. */
export const readRecords = (text: string): readonly string[] =>
  text.trim().startsWith('[') ? splitList(text.trim().slice(1), true).filter((part) => part.startsWith('{')) : [text];
