/**
 * Summarizes what became of every finding of the Semgrep baseline as a `SEMGREP_VERIFY` block, formats, parses and checks it
 * (FACT-06). Written by engine/audit/compose-audit-document.ts, read by report/audit-checks.ts.
 */
import type { ClaimedFinding } from '../findings/finding.ts';

export interface SemgrepVerification {
  readonly total: number;
  readonly confirmed: readonly string[];
  readonly rejected: readonly string[];
  readonly needsManual: readonly string[];
  readonly unresolved: number;
  /** Rules and files with the most findings, most first. */
  readonly ruleHotspots: readonly string[];
  readonly fileHotspots: readonly string[];
}

const START = '===SEMGREP_VERIFY===';
const END = '===END_SEMGREP_VERIFY===';
const HOTSPOTS = 5;

export type SemgrepVerdict = 'confirmed' | 'rejected' | 'needs_manual';

/** A hit under its number in Semgrep's list, `SG-001`. */
type Hit = Pick<ClaimedFinding, 'id' | 'rule' | 'file'> & { readonly id: string };

export function summarizeVerification(
  hits: readonly Hit[],
  verdicts: ReadonlyMap<string, SemgrepVerdict>,
): SemgrepVerification {
  const having = (verdict: SemgrepVerdict): readonly string[] =>
    hits.filter(({ id }) => verdicts.get(id) === verdict).map(({ id }) => id);
  return {
    total: hits.length,
    confirmed: having('confirmed'),
    rejected: having('rejected'),
    needsManual: having('needs_manual'),
    unresolved: hits.filter(({ id }) => !verdicts.has(id)).length,
    ruleHotspots: mostFrequent(hits.map(({ rule }) => rule ?? '')),
    fileHotspots: mostFrequent(hits.map(({ file }) => file ?? '')),
  };
}

function mostFrequent(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, HOTSPOTS)
    .map(([name]) => name.replace(/[\p{Cc},]+/gu, '_'));
}

export const formatVerification = (verification: SemgrepVerification): string =>
  [
    START,
    `semgrep_findings_total: ${verification.total}`,
    `confirmed: ${verification.confirmed.join(',')}`,
    `rejected: ${verification.rejected.join(',')}`,
    `needs_manual: ${verification.needsManual.join(',')}`,
    `unresolved_findings_count: ${verification.unresolved}`,
    `rule_hotspots: ${verification.ruleHotspots.join(',')}`,
    `file_hotspots: ${verification.fileHotspots.join(',')}`,
    END,
  ].join('\n');

/** Null where the block is absent, not closed, or lacks a number or list. */
export function parseVerification(text: string): SemgrepVerification | null {
  const lines = text.split(/\r?\n/u).map((line) => line.trimEnd());
  const start = lines.indexOf(START);
  const end = lines.indexOf(END, start + 1);
  if (start < 0 || end < 0) return null;
  const fields = new Map<string, string>();
  for (const line of lines.slice(start + 1, end)) {
    const [, key, value = ''] = /^([a-z_]+):(.*)$/u.exec(line) ?? [];
    if (key !== undefined && !fields.has(key)) fields.set(key, value.trim());
  }
  const number = (key: string): number | null =>
    /^\d{1,9}$/u.test(fields.get(key) ?? '') ? Number(fields.get(key)) : null;
  const list = (key: string): readonly string[] | null =>
    fields
      .get(key)
      ?.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '') ?? null;
  const total = number('semgrep_findings_total');
  const unresolved = number('unresolved_findings_count');
  const [confirmed, rejected, needsManual] = [list('confirmed'), list('rejected'), list('needs_manual')];
  if (total === null || unresolved === null || confirmed === null || rejected === null || needsManual === null)
    return null;
  return {
    total,
    confirmed,
    rejected,
    needsManual,
    unresolved,
    ruleHotspots: list('rule_hotspots') ?? [],
    fileHotspots: list('file_hotspots') ?? [],
  };
}

/** Problems of a block; after a completed scan every finding must be decided, exactly once. */
export function checkVerification(
  verification: SemgrepVerification,
  status: 'completed' | 'partial',
  knownIds: readonly string[],
): readonly string[] {
  const decided = [...verification.confirmed, ...verification.rejected, ...verification.needsManual];
  const problems: string[] = [];
  const known = new Set(knownIds);
  const unknown = decided.filter((id) => !known.has(id));
  if (verification.total !== knownIds.length)
    problems.push(`total is ${verification.total}, expected ${knownIds.length}`);
  if (unknown.length > 0) problems.push(`unknown ids: ${unknown.join(', ')}`);
  if (new Set(decided).size !== decided.length) problems.push('an id is decided twice');
  if (status === 'partial') return problems;
  if (decided.length !== verification.total)
    problems.push(`${decided.length} of ${verification.total} findings are decided`);
  if (verification.unresolved !== 0) problems.push(`${verification.unresolved} findings are unresolved`);
  return problems;
}
