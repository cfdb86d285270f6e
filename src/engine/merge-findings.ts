/**
 * The one place where findings become merged findings: what means the same is put together under the words of the one that
 * tells it best, at the highest severity. Members stay in the record; whether the whole stands is decided elsewhere.
 */
import type { Attribution, Finding, Merged, MergedFinding } from '../protocol/findings/finding.ts';
import type { MergeRules } from '../protocol/findings/group-placed.ts';
import { mergeFindings as mergeAlike, summarize } from '../protocol/findings/merge.ts';

export const mergeFindings = (findings: readonly Finding[], rules: MergeRules): readonly MergedFinding[] =>
  mergeAlike(findings, rules).map(toMerged);

/** One that stays by itself. */
export const mergeNone = (finding: Finding): MergedFinding => toMerged(summarize([finding]));

function toMerged(merged: Merged<Finding>): MergedFinding {
  const { members } = merged;
  const voices = new Set(members.map(({ voice }) => voice)).size;
  return {
    ...merged,
    status: bestStatus(members),
    introduced: members.some(({ introduced }) => introduced),
    vetoReason: members.find(({ vetoReason }) => vetoReason !== null)?.vetoReason ?? null,
    fingerprint: '',
    agreement: { k: voices, n: voices },
    reportedBy: members.map(attributionOf),
    remarks: {},
  };
}

/** One confirmed report is enough. */
const bestStatus = (members: readonly Finding[]): Finding['status'] =>
  (['confirmed', 'needs_manual', 'unverified', 'suppressed'] as const).find((status) =>
    members.some((member) => member.status === status),
  ) ?? 'rejected';

export const attributionOf = ({ agent, round, rule, model }: Finding): Attribution => ({ agent, round, rule, model });
