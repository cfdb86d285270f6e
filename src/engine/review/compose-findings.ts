/**
 * From what every agent recorded to the numbered findings of the report: judge the veto, merge what means the same,
 * weigh by coverage, rank, number. Members of a merge stay as attributions; nothing is dropped.
 */

import { comparePaths } from '../../protocol/budget/priority.ts';
import { coverageWeight } from '../../protocol/coverage/coverage.ts';
import { voiceOf } from '../../protocol/findings/agreement.ts';
import type { Attribution, Finding } from '../../protocol/findings/finding.ts';
import { fingerprintAll } from '../../protocol/findings/fingerprint.ts';
import {
  consensusConfidence,
  type MergedGroup,
  mergeFindings,
  numberFindings,
  rankFindings,
} from '../../protocol/findings/merge.ts';
import { compareTelling, type Mergeable, subjectsOf } from '../../protocol/findings/mergeable.ts';
import { relateFindings } from '../../protocol/findings/related-findings.ts';
import { vetoReasonOf } from '../../protocol/findings/veto.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { type Consensus, judgeGroup, openTable, type Table } from './agree-findings.ts';
import type { Reported } from './reported-finding.ts';
import type { SeatTotal } from './review-state.ts';

export const composeFindings = (consensus: Consensus): readonly ComposedFinding[] =>
  mergeReported(dropRepeats(consensus.seats.map(reportFindings)), openTable(consensus));

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

/** The same rule speaks once, however many models of a reviewer it ran beside. */
function dropRepeats(seats: readonly (readonly Reported[])[]): readonly Reported[] {
  const best = new Map<string, Reported>();
  for (const reported of seats) {
    const times = new Map<string, number>();
    for (const each of reported) {
      const words = each.model === null ? REPEATED_KEYS.map((key) => each[key] ?? '').join('\0') : each.id;
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      const key = `${words}\0${time}`;
      if ((best.get(key)?.weight ?? -1) < each.weight) best.set(key, each);
    }
  }
  return [...best.values()];
}

/** A finding with the reports it was merged from. */
export type ComposedFinding = Finding & { readonly reports: readonly string[] };

/** Without a table nobody else was asked: a report from outputs alone. */
export function mergeReported(reported: readonly Reported[], table: Table | null = null): readonly ComposedFinding[] {
  const groups = mergeFindings(reported.map(toVoice));
  const fingerprints = fingerprintAll(
    groups.map(({ representative: { reported: lead } }) => ({
      ...lead,
      evidence: lead.quote,
      subjects: subjectsOf(lead.extra),
    })),
  );
  const merged = groups.map((group, i) => composeGroup(group, fingerprints[i] ?? '', table));
  return relateFindings(numberFindings(rankFindings(merged)));
}

/** A report as it is compared with others: where the claim named no line, its words decide and not the line that stands in. */
interface Voice extends Mergeable {
  readonly reported: Reported;
}

const toVoice = (reported: Reported): Voice => ({
  ...reported,
  subjects: subjectsOf(reported.extra),
  line: reported.isPlaced ? reported.line : null,
  endLine: reported.isPlaced ? reported.endLine : null,
  reported,
});

/** What an agent recorded over all its waves, each with its veto reason and the agent's weight. */
export function reportFindings(total: SeatTotal): readonly Reported[] {
  const weight = coverageWeight(total.reviewedCount, total.skippedFiles.length);
  const agent = total.reviewer.name;
  return total.runs.flatMap((run) =>
    run.findings.map((finding, i) => ({
      ...finding,
      id: `${total.label}/${run.wave}/${i}`,
      agent,
      wave: run.wave,
      voice: voiceOf({ agent, model: opinionOf(finding.model, total) }),
      sitting: finding.model === null ? agent : `${agent} (${finding.model}) ${finding.isRecalled ? 0 : run.wave}`,
      attribution: { agent, round: run.round, rule: finding.rule, model: finding.model },
      weight,
      vetoReason: total.reviewer.canVeto ? vetoReasonOf(agent, finding) : null,
    })),
  );
}

/** Whose opinion a finding of a fallback is: that of the model it stands in for, unless it has a seat of its own. */
const opinionOf = (said: string | null, { model, panel }: SeatTotal): string | null =>
  said === null || panel.includes(said) ? said : model;

/** Without a table the voices that report are all there are, and nothing was checked that could weigh. */
const judgeAlone = (members: readonly Reported[], status: Finding['status']) => {
  const voices = new Set(members.map(({ voice }) => voice)).size;
  return {
    agreement: { k: voices, n: voices },
    confidence: consensusConfidence(members.map((member) => ({ ...member, agent: member.voice }))),
    status,
    confirmedBy: [],
    remarks: {},
  };
};

function composeGroup(
  group: MergedGroup<Voice>,
  fingerprint: string,
  table: Table | null,
): ComposedFinding & Pick<Reported, 'depth'> {
  const lead = group.representative.reported;
  const members = group.members.map(({ reported }) => reported);
  const line = group.line ?? lead.line;
  const { severity } = group;
  const vetoReason = members.find((member) => member.vetoReason !== null)?.vetoReason ?? null;
  const status = bestStatus(members);
  const judgement =
    table === null ? judgeAlone(members, status) : judgeGroup({ lead, members, severity, status, vetoReason }, table);
  const {
    wave: _wave,
    voice: _voice,
    sitting: _sitting,
    agent: _agent,
    attribution: _attribution,
    weight: _weight,
    rule: _rule,
    doubt,
    isPlaced: _isPlaced,
    model: _model,
    quote: _quote,
    isRecalled: _isRecalled,
    ...kept
  } = lead;
  return {
    ...kept,
    fingerprint,
    severity,
    category: lead.category ?? 'general',
    line,
    endLine: Math.max(line, group.endLine ?? lead.endLine),
    status: judgement.status,
    introduced: members.some((member) => member.introduced),
    confidence: round(judgement.confidence),
    agreement: judgement.agreement,
    reportedBy: listReporters(lead, members, judgement.confirmedBy),
    vetoReason,
    extra: { ...dropVerdicts(lead.extra), ...(doubt === null ? {} : { doubt }), ...judgement.remarks },
    reports: members.map(({ id }) => id),
  };
}

/** What the host alone may say about a finding. */
const HOST_REMARKS: ReadonlySet<string> = new Set(['doubt', 'rejection_reason', 'suppression_reason', 'refuted_by']);

const dropVerdicts = (extra: Finding['extra']): Finding['extra'] =>
  Object.fromEntries(Object.entries(extra).filter(([key]) => !HOST_REMARKS.has(key)));

/** One confirmed report is enough. */
const bestStatus = (members: readonly Reported[]): Finding['status'] =>
  (['confirmed', 'needs_manual', 'unverified', 'suppressed'] as const).find((status) =>
    members.some((member) => member.status === status),
  ) ?? 'rejected';

/** Whose words these are comes first, then who tells it less well, then who only agrees; each once. */
function listReporters(
  lead: Reported,
  members: readonly Reported[],
  confirmedBy: readonly Attribution[],
): readonly Attribution[] {
  const told = [lead, ...members.toSorted((a, b) => compareTelling(a, b) || compareKeys(a.attribution, b.attribution))];
  const all = [...told.map(({ attribution }) => attribution), ...confirmedBy.toSorted(compareKeys)];
  return [...new Map(all.map((attribution) => [keyOf(attribution), attribution])).values()];
}

const keyOf = ({ agent, round: asked, rule, model }: Attribution): string => [agent, asked, rule, model].join('\0');
const compareKeys = (a: Attribution, b: Attribution): number => comparePaths(keyOf(a), keyOf(b));

const round = (value: number): number => Math.round(value * 1000) / 1000;

export const composeFinding = (finding: Finding): ReportFinding => ({
  id: finding.id,
  fingerprint: finding.fingerprint,
  severity: finding.severity,
  category: finding.category,
  dimension: finding.dimension,
  cwe: finding.cwe,
  file: finding.file,
  line: finding.line,
  end_line: finding.endLine,
  title: finding.title,
  issue: finding.issue,
  evidence: finding.evidence,
  recommendation: finding.recommendation,
  references: finding.references,
  related: finding.related,
  source: finding.source,
  sink: finding.sink,
  flow: finding.flow,
  impact: finding.impact,
  confidence: finding.confidence,
  status: finding.status,
  originally_truncated: finding.originallyTruncated,
  introduced: finding.introduced,
  agreement: finding.agreement,
  reported_by: finding.reportedBy,
  extra: finding.extra,
});
