/**
 * Defines ToolHit, ToolFault and ToolOutput, the common shape of what external tools print, and makes them from parsed entries; one
 * without a place or a rule is counted as malformed. Used by every *-results.ts parser and external-findings.ts.
 */
import type { Edit } from '../../protocol/findings/repair.ts';

export interface ToolHit {
  /** The tool's own name of the check. */
  readonly rule: string;
  /** As the tool wrote it. */
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly message: string;
  /** The tool's own word for how bad it is, in lower case. */
  readonly level: string;
  /** The tool's own word for how sure it is, in lower case. */
  readonly certainty: string | null;
  /** `CWE-78`. */
  readonly cwe: string | null;
  readonly references: readonly string[];
  /** Code that the tool would put in its place. */
  readonly fix: string | null;
  /** The same as an edit, where the tool says what it replaces; columns count characters. */
  readonly edit: Edit | null;
  /** The way of the data, where the tool followed it. */
  readonly trace: Readonly<Record<'source' | 'sink' | 'flow', string>> | null;
}

/** A file the tool could not finish; `path` is null where it does not say which. */
export interface ToolFault {
  readonly path: string | null;
  readonly reason: string;
}

export type ToolOutput =
  | {
      readonly kind: 'parsed';
      readonly hits: readonly ToolHit[];
      readonly faults: readonly ToolFault[];
      readonly malformed: number;
    }
  | { readonly kind: 'unusable'; readonly reason: string };

/** A line number, also where it is written as text or as a range `3-5`: then its first line. */
export function asLine(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
}

/** `78` or `"78"` → `CWE-78`. */
export function asCwe(value: unknown): string | null {
  const id = asLine(value);
  return id === null ? null : `CWE-${id}`;
}

/** What an entry says, before it is known to be a hit. */
interface HitParts extends Pick<ToolHit, 'rule' | 'path' | 'message'> {
  readonly line: number | null;
  readonly endLine?: number | null;
  readonly level?: string;
  readonly certainty?: string | null;
  readonly cwe?: string | null;
  readonly references?: readonly string[];
  readonly fix?: string | null;
  readonly edit?: Edit | null;
  readonly trace?: ToolHit['trace'];
}

/** A hit, or null where the entry lacks what makes one. */
export function makeHit(parts: HitParts): ToolHit | null {
  const { rule, path, message, line } = parts;
  if (rule === '' || path === '' || message === '' || line === null) return null;
  return {
    rule,
    path,
    line,
    endLine: Math.max(line, parts.endLine ?? line),
    message,
    level: (parts.level ?? '').toLowerCase(),
    certainty: parts.certainty?.toLowerCase() ?? null,
    cwe: parts.cwe ?? null,
    references: parts.references ?? [],
    fix: parts.fix ?? null,
    edit: parts.edit ?? null,
    trace: parts.trace ?? null,
  };
}

/** Splits what was read into hits and the number of entries that are none. */
export function sortHits(
  read: readonly (ToolHit | null)[],
): Pick<ToolOutput & { kind: 'parsed' }, 'hits' | 'malformed'> {
  const hits = read.filter((hit) => hit !== null);
  return { hits, malformed: read.length - hits.length };
}
