/**
 * Merges findings that mean the same (groups from group-placed.ts and group-vague.ts) into one with all as members, whatever
 * their order; nothing is dropped (FACT-09, AUD-22). Also ranks findings, numbers them (`C-01`) and joins confidences (FACT-14,
 * AUD-27). Called by engine/merge-findings.ts and engine/report-findings.ts.
 */

import { compareText } from '../text/compare-text.ts';
import type { Finding, Merged } from './finding.ts';
import { groupPlaced, type MergeRules } from './group-placed.ts';
import { groupVague } from './group-vague.ts';
import { compareFindings, firstLine, isPlaced, lastLine, type Mergeable, pickTelling } from './mergeable.ts';
import { compareSeverity, highestSeverity, type Severity } from './severity.ts';

/** Two near lines of one agent are two problems. */
export const REVIEW_RULES: MergeRules = { joinsOwn: false };
/** Near findings are one, whoever reported them (FACT-09); hits of one rule on two lines are two. */
export const AUDIT_RULES: MergeRules = { joinsOwn: true };

export function mergeFindings<T extends Mergeable>(
  findings: readonly T[],
  rules: MergeRules = REVIEW_RULES,
): readonly Merged<T>[] {
  const merged: Merged<T>[] = [];
  for (const [, { placed, vague }] of [...sortIntoFiles(findings)].sort(([a], [b]) => compareText(a, b))) {
    const places = groupPlaced(placed.sort(compareFindings), rules);
    for (const members of groupVague(places, vague.sort(compareFindings))) merged.push(summarize(members));
  }
  return merged;
}

interface FileFindings<T> {
  readonly placed: T[];
  /** Of this file, on no line that is known. */
  readonly vague: T[];
}

function sortIntoFiles<T extends Mergeable>(findings: readonly T[]): ReadonlyMap<string, FileFindings<T>> {
  const files = new Map<string, FileFindings<T>>();
  for (const finding of findings) {
    const key = finding.file ?? '';
    let file = files.get(key);
    if (file === undefined) {
      file = { placed: [], vague: [] };
      files.set(key, file);
    }
    (isPlaced(finding) ? file.placed : file.vague).push(finding);
  }
  return files;
}

/** The one that tells it best leads, one with a place if there is one (FACT-09). */
export function summarize<T extends Mergeable>(members: readonly T[]): Merged<T> {
  const placed = members.filter(isPlaced);
  const lead = pickTelling(placed.length > 0 ? placed : members);
  const lines =
    placed.length === 0
      ? {}
      : {
          line: placed.reduce((line, member) => Math.min(line, firstLine(member)), Infinity),
          endLine: placed.reduce((line, member) => Math.max(line, lastLine(member)), 0),
        };
  const severity = members.map((member) => member.severity).reduce(highestSeverity);
  return { ...lead, severity, ...lines, lead, members };
}

/** One voice's word for a finding: how sure it is, and how much of its scope it has seen (REV-14). */
export interface Vote {
  readonly agent: string;
  readonly confidence: number;
  readonly weight: number;
}

/** Confidence of all voices together: each once with its best, so that a second one raises it and a partial one counts less. */
export function consensusConfidence(votes: readonly Vote[]): number {
  const best = new Map<string, number>();
  for (const { agent, confidence, weight } of votes)
    best.set(agent, Math.max(best.get(agent) ?? 0, confidence * weight));
  return 1 - [...best.values()].reduce((doubt, sureness) => doubt * (1 - sureness), 1);
}

/** Its confidence is weighted. */
export interface Rankable extends Pick<Finding, 'severity' | 'confidence' | 'file' | 'line' | 'title'> {
  readonly agreement: { readonly k: number };
}

/** Most severe first, then the surest, then the one more agents agree on, then by place. */
export const rankFindings = <T extends Rankable>(findings: readonly T[]): readonly T[] =>
  findings.toSorted(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      b.confidence - a.confidence ||
      b.agreement.k - a.agreement.k ||
      compareText(a.file, b.file) ||
      a.line - b.line ||
      compareText(a.title, b.title),
  );

/** Final ids `C-01`, `H-01`, `M-01`, `L-01`, in the order given. */
export function numberFindings<T extends { readonly severity: Severity; readonly id: string }>(
  sorted: readonly T[],
): readonly T[] {
  const counts = new Map<Severity, number>();
  return sorted.map((finding) => {
    const number = (counts.get(finding.severity) ?? 0) + 1;
    counts.set(finding.severity, number);
    return { ...finding, id: `${finding.severity.charAt(0)}-${String(number).padStart(2, '0')}` };
  });
}
