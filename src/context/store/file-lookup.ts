/**
 * Finds what the stored index knows of a file (tokens, lines) by its identity: one query each for a small scope, all files loaded at
 * once after 128 lookups. Called by sqlite-store.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { FileLookup, KnownFile } from '../../ports/context-store.ts';
import type { IgnoreReason } from '../../protocol/report/report-document.ts';

/** A blob is the same wherever it lies; a file on disk is known by its path. */
export const nameIdentity = (path: string, identity: string): string =>
  identity.startsWith('blob ') ? identity : `disk ${path}`;

/** As the tables name a branch: files without one have a name of their own. */
export const toBranchKey = (branch: string | null): string => branch ?? '';

type Row = readonly [
  mark: string,
  contentId: number,
  reason: IgnoreReason | null,
  shebang: string | null,
  tokens: number,
  loc: number,
  lines: number,
  searchedId: number | null,
  name: string,
];

const toKnownFile = ([, contentId, reason, shebang, tokens, loc, lines, searchedId]: Row): KnownFile => ({
  contentId,
  reason,
  shebang,
  tokens,
  loc,
  lines,
  isSearchable: searchedId === contentId,
});

/** Lookups one by one before all files are loaded, which costs as much as some hundred lookups. */
const FEW = 128;

const SELECT = `SELECT i.mark, c.id, c.reason, c.shebang, c.tokens, c.loc, c.lines, d.content_id, i.name
  FROM identity i JOIN content c ON c.id = i.content_id
  LEFT JOIN entry e ON e.branch = ? AND e.path = substr(i.name, 6) LEFT JOIN doc d ON d.id = e.doc_id`;

export function createFileLookup(database: DatabaseSync, branch: string): FileLookup {
  const one = database.prepare(`${SELECT} WHERE i.name = ?`);
  one.setReturnArrays(true);
  let lookups = 0;
  let loaded: ReadonlyMap<string, Row> | null = null;

  const loadAll = (): ReadonlyMap<string, Row> => {
    const all = database.prepare(`${SELECT} WHERE i.name >= 'disk ' AND i.name < 'disk!'`);
    all.setReturnArrays(true);
    return new Map((all.all(branch) as unknown as readonly Row[]).map((row) => [row[8], row]));
  };

  const find = (name: string): Row | undefined => {
    lookups += 1;
    if (lookups > FEW && name.startsWith('disk ')) {
      loaded ??= loadAll();
      return loaded.get(name);
    }
    return one.get(branch, name) as unknown as Row | undefined;
  };

  return (path, identity) => {
    const row = find(nameIdentity(path, identity));
    return row?.[0] === identity ? toKnownFile(row) : null;
  };
}
