/**
 * Composes a report from texts that agents wrote elsewhere, whole or cut (TRUNC, REV-23, HOST-03..05). Where the code is given, quotes
 * are checked against it; else no finding is confirmed and none vetoes (REV-26). What was cut is listed; what an output claims of its
 * own coverage can only lower it. Called by cli/commands/collect-command.ts and by users of the library (index.ts).
 */

import { mergeAgents, mergeRounds, type PartialRatings, statusOf } from '../protocol/coverage/audit-coverage.ts';
import {
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  formatCoverageSymbol,
} from '../protocol/findings/dimension.ts';
import type { ClaimedFinding, Finding } from '../protocol/findings/finding.ts';
import { REVIEW_RULES } from '../protocol/findings/merge.ts';
import { vetoReasonOf } from '../protocol/findings/veto.ts';
import { type AgentOutput, parseAgentOutputs } from '../protocol/output/agent-output.ts';
import { REPORT_SCHEMA } from '../protocol/report/document-names.ts';
import type { ReportAgent, ReportDocument } from '../protocol/report/report-document.ts';
import { synthesize } from '../protocol/report/synthesis.ts';
import { agentVerdict, decideVerdict, type JudgedAgent } from '../protocol/report/verdict.ts';
import { toWireSignal } from '../protocol/signals/signal.ts';
import { buildResearchSignal } from '../protocol/signals/signal-build.ts';
import { type Author, asModelClaim, checkAgainst, refuseClaim, repeatClaim } from './accept-claim.ts';
import { composeUsage } from './compose-usage.ts';
import { mergeFindings } from './merge-findings.ts';
import { numberAll, toReportFinding } from './report-findings.ts';
import { judgeAlone } from './review/compose-findings.ts';
import { composeRun, type RunFacts } from './run-facts.ts';

export interface CollectedText {
  readonly origin: string;
  readonly text: string;
}

interface Collected {
  readonly name: string;
  readonly output: AgentOutput;
  readonly findings: readonly Finding[];
}

export function collectOutputs(
  texts: readonly CollectedText[],
  ignoreVetoes: boolean,
  facts: RunFacts,
  /** Texts of the files that the outputs cite, by path; null where there is no code to check them against. */
  code: ReadonlyMap<string, string> | null = null,
): ReportDocument {
  const collected = nameOutputs(texts, code);
  const findings = numberAll(
    mergeFindings(
      collected.flatMap((entry) => entry.findings),
      REVIEW_RULES,
    ).map(judgeAlone),
  );
  const verdict = decideVerdict({ findings, agents: collected.map(judge), ignoreVetoes });
  const synthesis = synthesize(collected.map(totalOf));
  const complete = collected.every(
    ({ output }) => output.complete && !isPartial(output) && !output.anomalous && isWhole(output),
  );
  const isAudit = collected.some(({ output }) => output.format === 'text');
  return {
    schema: REPORT_SCHEMA,
    run: composeRun(facts, {
      playbook: isAudit ? 'audit' : 'review',
      mode: isAudit ? 'standard' : 'review',
      model: 'external',
    }),
    scope: {
      selection: texts.map((text) => text.origin).join(', '),
      files: 0,
      tokens: 0,
      loc: 0,
      languages: {},
      ignored: [],
      change: false,
    },
    budget: { total_tokens: 0, scale: 1, isolation: 'shared' },
    verdict: verdict.verdict,
    complete,
    verdict_trace: verdict.trace,
    warnings: [...synthesis.warnings, ...verdict.warnings, ...collected.flatMap(warnOf)],
    notes: synthesis.notes,
    suggestions: synthesis.suggestions,
    agents: collected.map(composeRow),
    findings: findings.map(toReportFinding),
    coverage: composeDimensions(collected, complete),
    rounds: [],
    attack_chains: [],
    analyzers: [],
    truncation: composeTruncation(collected),
    signals: [toWireSignal(composeSignal(collected, complete))],
    usage: composeUsage(null),
    audit: null,
  };
}

/** Paths that outputs name as the place of a finding, each once. */
export const listCitedFiles = (outputs: readonly string[]): readonly string[] => [
  ...new Set(
    outputs.flatMap((text) =>
      parseAgentOutputs(text).flatMap(({ findings }) => findings.flatMap(({ file }) => file ?? [])),
    ),
  ),
];

function nameOutputs(texts: readonly CollectedText[], code: Code): readonly Collected[] {
  return texts.flatMap(({ origin, text }) =>
    parseAgentOutputs(text).map((output, i) => {
      const name = output.agent ?? (i === 0 ? origin : `${origin} (${i + 1})`);
      return { name, output, findings: readFindings(name, output, code) };
    }),
  );
}

type Code = ReadonlyMap<string, string> | null;

/** What one output says, under its name; category and veto as far as its words tell them. */
const readFindings = (agent: string, { findings, claimed }: AgentOutput, code: Code): readonly Finding[] =>
  findings.map((claim, at) => {
    const author = { id: `${agent}/${at}`, agent, round: claimed.round ?? 1, model: null };
    const finding = check(withCategory(claim), author, code);
    return { ...finding, vetoReason: vetoReasonOf(agent, finding) };
  });

function check(claim: ClaimedFinding, author: Author, code: Code): Finding {
  if (code === null) return repeatClaim(claim, author);
  const text = code.get(claim.file ?? '');
  // Whoever wrote the output says which rule it was: with code to check against, only the quote counts.
  if (text === undefined || claim.file === null) return refuseClaim(asModelClaim(claim), author);
  return checkAgainst(asModelClaim(claim), author, {
    file: { path: claim.file, changed: null },
    text,
    delivered: null,
  });
}

const withCategory = (claim: ClaimedFinding): ClaimedFinding => ({
  ...claim,
  category: claim.category ?? (claim.dimension && DIMENSION_PROFILES[claim.dimension].name.toLowerCase()),
});

/** Nothing that was begun is missing from the findings. */
const isWhole = ({ unrecovered, needsReaudit }: AgentOutput): boolean =>
  unrecovered.count === 0 && needsReaudit.length === 0;

const isPartial = ({ claimed }: AgentOutput): boolean =>
  claimed.partial === true || (claimed.filesSkipped ?? 0) > 0 || claimed.skippedFiles.length > 0;

const judge = ({ name, output, findings }: Collected): JudgedAgent => ({
  agent: name,
  canVeto: true,
  stands: findings.some(({ status }) => status === 'confirmed'),
  verdict: output.claimed.verdict,
  vetoReasons: output.claimed.vetoReasons,
});

const cutoffOf = ({ output }: Collected): ReportAgent['cutoff_reason'] => {
  if (!output.complete) return 'truncated';
  return output.claimed.cutoffReason ?? (isPartial(output) ? 'budget' : null);
};

function totalOf(entry: Collected): Parameters<typeof synthesize>[0][number] {
  const { claimed } = entry.output;
  const cutoffReason = cutoffOf(entry);
  return {
    agent: entry.name,
    reviewedCount: claimed.filesReviewed ?? claimed.filesReadCount ?? 0,
    skippedFiles:
      cutoffReason === null || claimed.skippedFiles.length > 0
        ? claimed.skippedFiles.map((path) => ({ path, reason: cutoffReason ?? 'budget' }))
        : null,
    unnamedCount: Math.max(0, (claimed.filesSkipped ?? 0) - claimed.skippedFiles.length),
    cutoffReason,
  };
}

function composeRow(entry: Collected): ReportAgent {
  const { claimed } = entry.output;
  const { verdict, vetoReasons } = agentVerdict(judge(entry), entry.findings);
  const cutoffReason = cutoffOf(entry);
  const usedPercent =
    claimed.budgetUsedPercent ?? (claimed.budgetRemainingPercent === null ? 0 : 100 - claimed.budgetRemainingPercent);
  return {
    agent: entry.name,
    round: claimed.round ?? 1,
    wave: 1,
    budget_tokens: 0,
    used_tokens: 0,
    partial: cutoffReason !== null,
    cutoff_reason: cutoffReason,
    mode: claimed.mode ?? (cutoffReason === 'budget' ? 'force_return' : 'full'),
    budget_used_percent: usedPercent,
    budget_remaining_percent: 100 - usedPercent,
    files_reviewed: claimed.filesReviewed ?? claimed.filesReadCount ?? 0,
    files_skipped: Math.max(claimed.filesSkipped ?? 0, claimed.skippedFiles.length),
    skipped_files: claimed.skippedFiles,
    skipped: { medium_count: claimed.skippedMedium ?? 0, low_count: claimed.skippedLow ?? 0 },
    verdict,
    veto_reasons: vetoReasons,
    status: statusOfOutput(entry.output),
    recommendation: claimed.recommendation,
    model: null,
    files_recalled: 0,
  };
}

function statusOfOutput(output: AgentOutput): ReportAgent['status'] {
  if (output.format === 'none') return 'failed';
  return output.complete ? 'completed' : 'truncated';
}

function warnOf({ name, output }: Collected): readonly string[] {
  const cut = output.format === 'none' ? [`⚠️ ${name}: no agent output was found in the text`] : [];
  const lost = isWhole(output)
    ? []
    : [`⚠️ ${name}: ${output.unrecovered.count} findings could not be read and are not in this report`];
  return [...cut, ...lost, ...output.warnings.map((warning) => `⚠️ ${name}: ${warning}`)];
}

/** Dimensions as the agents claim them, lowered to shallow where the output was cut or not as agreed (TRUNC-09, AUD-18). */
function rate({ output }: Collected): PartialRatings {
  const { coverage, dimensions } = output.claimed;
  const named = [...new Set([...dimensions, ...(Object.keys(coverage) as Dimension[])])];
  return Object.fromEntries(
    named.map((dimension) => {
      const claimed = coverage[dimension] ?? 'shallow';
      if (output.complete && !output.anomalous) return [dimension, claimed];
      return [
        dimension,
        claimed === 'missing' ? 'missing' : output.findings.length > 0 ? 'interrupted' : 'interrupted-empty',
      ];
    }),
  );
}

function composeDimensions(collected: readonly Collected[], complete: boolean): ReportDocument['coverage'] {
  const audits = collected.filter(({ output }) => output.format === 'text');
  const empty = {
    files: [],
    dimensions: {},
    gaps: [],
    ratio: complete ? 1 : 0,
    met: complete,
    cells: [],
    recalled: [],
    checked_by_rules: 0,
    not_assessed: [],
  };
  if (audits.length === 0) return empty;
  const rounds = Map.groupBy(audits, ({ output }) => output.claimed.round ?? 1);
  const ratings = mergeRounds(
    [...rounds.values()].map((agents) => mergeAgents(agents.map(rate))),
    true,
  );
  const statuses = DIMENSIONS.map((dimension) => [dimension, statusOf(ratings[dimension])] as const);
  const applicable = statuses.filter(([, status]) => status !== 'not-applicable');
  const covered = applicable.filter(([, status]) => status === 'covered').length;
  return {
    ...empty,
    dimensions: Object.fromEntries(statuses.map(([dimension, status]) => [dimension, formatCoverageSymbol(status)])),
    gaps: applicable.filter(([, status]) => status !== 'covered').map(([dimension]) => dimension),
    ratio: applicable.length === 0 ? 1 : Math.floor((10_000 * covered) / applicable.length) / 10_000,
    met: complete && covered === applicable.length,
  };
}

function composeTruncation(collected: readonly Collected[]): ReportDocument['truncation'] {
  const cut = collected.filter(({ output }) => !output.complete);
  return {
    agents: cut.map(({ name, output }) => {
      const severe = output.truncation === 'severe';
      return {
        agent: name,
        severity: severe ? 'severe' : 'mild',
        recovery: severe ? 'discarded: retry with half the scope' : `${output.findings.length} whole findings kept`,
      };
    }),
    coverage_gaps: [...new Set(cut.flatMap(gapsOf))],
    unrecovered_findings: collected.reduce((sum, { output }) => sum + output.unrecovered.count, 0),
    needs_reaudit: collected.flatMap(({ name, output }) =>
      output.needsReaudit.map(({ id, file }) => ({ agent: name, id: id ?? '', file })),
    ),
  };
}

const gapsOf = ({ name, output }: Collected): readonly string[] =>
  output.claimed.dimensions.length > 0 ? output.claimed.dimensions : [`files of ${name}`];

function composeSignal(collected: readonly Collected[], complete: boolean): ReturnType<typeof buildResearchSignal> {
  const open = collected.filter(({ output }) => !output.complete || isPartial(output)).map(({ name }) => name);
  return buildResearchSignal({
    topics: collected.map(({ name }) => name).filter((name) => !open.includes(name)),
    findingsTotal: collected.reduce((sum, { findings }) => sum + findings.length, 0),
    reportsCreated: collected.length,
    usagePercent: 0,
    workRemaining: open.length === 0 ? 0 : open,
    requiresContinuation: !complete,
    next: complete ? 'COMPLETE' : 'Follow up',
  });
}
