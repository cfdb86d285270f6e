/**
 * Reads Cargo.toml and Cargo.lock line by line: declared crates with the name that code uses for them, locked crates of registries, and
 * which crate needs which. Never throws; leaves out what it cannot read. Used by read-manifest.ts, locked-versions.ts and advisories/.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { DeclaredDependency } from './package-manifest.ts';

const TABLE = /^\[{1,2}\s*([^\]\n]+?)\s*\]{1,2}\s*(?:#.*)?$/u;
const DEPENDENCIES = /(?:^|\.)((?:dev-|build-)?dependencies)(?:\.["']?([\w-]+)["']?)?$/u;
const ENTRY = /^["']?([\w-]+)["']?\s*=\s*(.*)$/u;

interface OpenDependency {
  /** Left of the equals sign: the name that code uses. */
  readonly key: string;
  readonly line: number;
  readonly isDevelopment: boolean;
  fields: string;
}

export function parseCargoManifest(document: TextDocument): readonly DeclaredDependency[] {
  return listEntries(document.lines).flatMap(({ key, fields, line, isDevelopment }) => {
    const spec = /^["']([^"']*)["']/u.exec(fields)?.[1] ?? readField(fields, 'version');
    const isElsewhere = /\b(?:path|git|workspace)\s*=/u.test(fields);
    if (spec === null && !isElsewhere) return [];
    return [{ name: readField(fields, 'package') ?? key, spec: spec ?? '', line, isDevelopment }];
  });
}

/** Names that code of this manifest has for a crate: its own, and those it is renamed to. */
export const listCrateNames = (manifestText: string, crate: string): readonly string[] => {
  const renamed = listEntries(manifestText.split('\n')).filter(({ fields }) => readField(fields, 'package') === crate);
  return [...new Set([crate, ...renamed.map(({ key }) => key)])].map((name) => name.replaceAll('-', '_'));
};

const readField = (fields: string, name: string): string | null =>
  new RegExp(`(?:^|[{,;\\s])${name}\\s*=\\s*["']([^"']*)["']`, 'u').exec(fields)?.[1] ?? null;

/** `serde = "1"`, `serde = { version = "1" }` and tables `[dependencies.serde]`. */
function listEntries(lines: readonly string[]): readonly OpenDependency[] {
  const found: OpenDependency[] = [];
  let table: DependencyTable | null = null;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim().slice(0, 500);
    const line = index + 1;
    const header = TABLE.exec(text)?.[1];
    if (header !== undefined) {
      table = openTable(header, line);
      if (table?.crate) found.push(table.crate);
    } else if (table !== null) {
      const [, key = '', fields = ''] = ENTRY.exec(text) ?? [];
      if (table.crate !== null) table.crate.fields += ` ${text};`;
      else if (key !== '') found.push({ key, line, isDevelopment: table.isDevelopment, fields });
    }
  }
  return found;
}

interface DependencyTable {
  readonly isDevelopment: boolean;
  /** The one that the table is about. */
  readonly crate: OpenDependency | null;
}

/** Null for a table of other things. */
function openTable(header: string, line: number): DependencyTable | null {
  const [, kind, key] = DEPENDENCIES.exec(header) ?? [];
  if (kind === undefined) return null;
  const isDevelopment = kind !== 'dependencies';
  return { isDevelopment, crate: key === undefined ? null : { key, line, isDevelopment, fields: '' } };
}

export interface LockedCrate {
  readonly name: string;
  readonly version: string;
  /** False for a crate of the project itself, or of a folder or repository that it names. */
  readonly isOfRegistry: boolean;
  readonly needs: readonly string[];
}

export const parseCargoLock = (text: string): readonly LockedCrate[] =>
  text
    .split(/^\[\[package\]\][ \t]*\r?$/mu)
    .slice(1)
    .flatMap((table) => {
      const name = /^name = "([^"\n]+)"/mu.exec(table)?.[1];
      const version = /^version = "([^"\n]+)"/mu.exec(table)?.[1];
      if (name === undefined || version === undefined) return [];
      const list = /^dependencies = \[([^\]]*)\]/mu.exec(table)?.[1] ?? '';
      return [
        {
          name,
          version,
          isOfRegistry: /^source = "(?:registry|sparse)\+/mu.test(table),
          needs: [...list.matchAll(/"([^"\s]+)/gu)].map(([, each = '']) => each),
        },
      ];
    });
