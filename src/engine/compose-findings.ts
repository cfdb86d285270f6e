/**
 * From what every agent recorded to the numbered findings of the report: judge the veto, merge what means the same,
 * weigh by coverage, rank, number. Members of a merge stay as attributions; nothing is dropped.
 */
import { coverageWeight } from '../protocol/coverage.ts';
import type { Attribution, Finding } from '../protocol/finding.ts';
import { fingerprintAll } from '../protocol/fingerprint.ts';
import {
  consensusConfidence,
  type MergedGroup,
  mergeFindings,
  numberFindings,
  rankFindings,
} from '../protocol/merge.ts';
import type { Mergeable } from '../protocol/mergeable.ts';
import { relateFindings } from '../protocol/related-findings.ts';
import type { ReportFinding } from '../protocol/report-document.ts';
import { vetoReasonOf } from '../protocol/veto.ts';
import type { AcceptedFinding } from './accept-finding.ts';
import type { AgentTotal } from './review-state.ts';

export interface Reported extends AcceptedFinding {
  /** Place in the run, the same on every run of the same scope. */
  readonly id: string;
  readonly agent: string;
  readonly wave: number;
  readonly attribution: Attribution;
  readonly weight: number;
  readonly vetoReason: string | null;
}

export const composeFindings = (totals: readonly AgentTotal[]): readonly Finding[] =>
  mergeReported(totals.flatMap(reportFindings));

export function mergeReported(reported: readonly Reported[]): readonly Finding[] {
  const groups = mergeFindings(reported.map(toVoice));
  const fingerprints = fingerprintAll(
    groups.map(({ representative: { reported: lead } }) => ({ ...lead, evidence: lead.quote })),
  );
  const merged = groups.map((group, i) => composeGroup(group, fingerprints[i] ?? ''));
  return relateFindings(numberFindings(rankFindings(merged)));
}

/** A report as it is compared with others: where the claim named no line, its words decide and not the line that stands in. */
interface Voice extends Mergeable {
  readonly reported: Reported;
}

const toVoice = (reported: Reported): Voice => ({
  ...reported,
  line: reported.isPlaced ? reported.line : null,
  endLine: reported.isPlaced ? reported.endLine : null,
  reported,
});

/** What an agent recorded over all its waves, each with its veto reason and the agent's weight. */
export function reportFindings(total: AgentTotal): readonly Reported[] {
  const weight = coverageWeight(total.reviewedCount, total.skippedFiles.length);
  const agent = total.reviewer.name;
  return total.runs.flatMap((run) =>
    run.findings.map((finding, i) => ({
      ...finding,
      id: `${agent}/${run.wave}/${i}`,
      agent,
      wave: run.wave,
      attribution: { agent, round: run.round, rule: finding.rule, model: finding.model },
      weight,
      vetoReason: total.reviewer.canVeto ? vetoReasonOf(agent, finding) : null,
    })),
  );
}

function composeGroup(group: MergedGroup<Voice>, fingerprint: string): Finding & Pick<Reported, 'depth'> {
  const lead = group.representative.reported;
  const members = group.members.map(({ reported }) => reported);
  const line = group.line ?? lead.line;
  const voices = new Set(members.map((member) => member.attribution.agent)).size;
  const {
    wave: _wave,
    agent: _agent,
    attribution: _attribution,
    weight: _weight,
    rule: _rule,
    doubt,
    isPlaced: _isPlaced,
    model: _model,
    quote: _quote,
    ...kept
  } = lead;
  return {
    ...kept,
    fingerprint,
    severity: group.severity,
    category: lead.category ?? 'general',
    line,
    endLine: Math.max(line, group.endLine ?? lead.endLine),
    status: bestStatus(members),
    introduced: members.some((member) => member.introduced),
    confidence: round(consensusConfidence(members)),
    agreement: { k: voices, n: voices },
    reportedBy: uniqueAttributions(members),
    vetoReason: members.find((member) => member.vetoReason !== null)?.vetoReason ?? null,
    extra: doubt === null ? lead.extra : { ...lead.extra, doubt },
  };
}

/** One confirmed report is enough. */
const bestStatus = (members: readonly Reported[]): Finding['status'] =>
  (['confirmed', 'needs_manual', 'unverified', 'suppressed'] as const).find((status) =>
    members.some((member) => member.status === status),
  ) ?? 'rejected';

function uniqueAttributions(members: readonly Reported[]): readonly Attribution[] {
  const byKey = new Map(
    members.map(({ attribution }) => {
      const { agent, round: asked, rule, model } = attribution;
      return [[agent, asked, rule, model].join('\0'), attribution];
    }),
  );
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, attribution]) => attribution);
}

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
