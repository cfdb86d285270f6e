/**
 * Composes the findings of a review from what every agent recorded: drops repeats of the same rule, weighs each by its agent's
 * coverage, merges (merge-findings.ts), decides by vote (agree-findings.ts) and numbers them. Called by compose-report.ts, and by
 * share-round.ts and verify-round.ts to see what there is so far.
 */

import { coverageWeight } from '../../protocol/coverage/coverage.ts';
import { voiceOf } from '../../protocol/findings/agreement.ts';
import type { Attribution, Finding, MergedFinding } from '../../protocol/findings/finding.ts';
import { consensusConfidence, REVIEW_RULES } from '../../protocol/findings/merge.ts';
import { compareTelling } from '../../protocol/findings/mergeable.ts';
import { listStanding } from '../../protocol/findings/standing.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { attributionOf, mergeFindings } from '../merge-findings.ts';
import { numberAll } from '../report-findings.ts';
import { type Consensus, createPanel, judgeFinding, type Panel } from './agree-findings.ts';
import type { MemberTotal } from './review-state.ts';

export function composeFindings(
  consensus: Consensus,
  facts: Parameters<typeof numberAll>[1] = {},
): readonly MergedFinding[] {
  const panel = createPanel(consensus);
  const findings = dropRepeats(consensus.members.map(weighFindings));
  return numberAll(
    mergeFindings(findings, REVIEW_RULES).map((finding) => judge(finding, panel)),
    facts,
  );
}

const REPEATED_KEYS = [
  'agent',
  'rule',
  'severity',
  'category',
  'cwe',
  'status',
  'file',
  'line',
  'endLine',
  'title',
  'issue',
  'confidence',
] as const;

/** What is said alike beside every model of a reviewer: by a rule its words, by a model only the claim itself. */
export const sameWords = (finding: Finding): string =>
  finding.model === null ? REPEATED_KEYS.map((key) => finding[key] ?? '').join('\0') : finding.id;

/** The same rule speaks once, however many models of a reviewer it ran beside. */
function dropRepeats(members: readonly (readonly Finding[])[]): readonly Finding[] {
  const best = new Map<string, Finding>();
  for (const findings of members) {
    const times = new Map<string, number>();
    for (const each of findings) {
      const words = sameWords(each);
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      const key = `${words}\0${time}`;
      if ((best.get(key)?.weight ?? -1) < each.weight) best.set(key, each);
    }
  }
  return [...best.values()];
}

/** Where the voices together leave it. */
function judge(finding: MergedFinding, panel: Panel): MergedFinding {
  const { agreement, confidence, status, confirmedBy, remarks } = judgeFinding(finding, panel);
  const reportedBy = listReporters(finding, confirmedBy);
  return { ...finding, agreement, confidence: round(confidence), status, reportedBy, remarks };
}

/** Nobody else was asked: the voices that report are all there are, and nothing was checked that could weigh. */
export const judgeAlone = (finding: MergedFinding): MergedFinding => ({
  ...finding,
  confidence: round(
    consensusConfidence(listStanding(finding.members).map((member) => ({ ...member, agent: member.voice }))),
  ),
  reportedBy: listReporters(finding, []),
});

/**
 * What an agent recorded over all its waves, with the weight of its word. What analyzers found is measured: whoever failed or left
 * files out elsewhere takes nothing from it (REV-27).
 */
function weighFindings(total: MemberTotal): readonly Finding[] {
  const weight = coverageWeight(total.reviewedCount, total.skippedFiles.length);
  const agent = total.reviewer.name;
  return total.runs.flatMap(({ findings }) =>
    findings.map((finding) => ({
      ...finding,
      weight: finding.model === null && (total.model !== null || finding.rule !== null) ? 1 : weight,
      voice: voiceOf({ agent, model: opinionOf(finding.model, total) }),
    })),
  );
}

/** Whose opinion a finding of a fallback is: that of the model it stands in for, unless that model is a panel member itself. */
const opinionOf = (said: string | null, { model, panel }: MemberTotal): string | null =>
  said === null || panel.includes(said) ? said : model;

/** Whose words these are comes first, then who tells it less well, then who only agrees; each once. */
function listReporters({ lead, members }: MergedFinding, confirmedBy: readonly Attribution[]): readonly Attribution[] {
  const told = [lead, ...members.toSorted((a, b) => compareTelling(a, b) || compareKeys(a, b))];
  const all = [...told.map(attributionOf), ...confirmedBy.toSorted(compareKeys)];
  return [...new Map(all.map((attribution) => [keyOf(attribution), attribution])).values()];
}

const keyOf = ({ agent, round: asked, rule, model }: Attribution): string => [agent, asked, rule, model].join('\0');
const compareKeys = (a: Attribution, b: Attribution): number => compareText(keyOf(a), keyOf(b));

const round = (value: number): number => Math.round(value * 1000) / 1000;
