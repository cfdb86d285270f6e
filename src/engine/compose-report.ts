/** The report document of a review: pure, from the state and three facts of the run. Order of keys is that of the wire. */
import {
  REPORT_SCHEMA,
  type ReportAnalyzer,
  type ReportDocument,
  type ReportSignal,
} from '../protocol/report-document.ts';
import { isAssigned } from '../protocol/reviewer.ts';
import type { RunUsage } from '../protocol/run-account.ts';
import type { UsageShare } from '../protocol/signal-build.ts';
import { synthesize } from '../protocol/synthesis.ts';
import { agentVerdict, decideVerdict, type JudgedAgent } from '../protocol/verdict.ts';
import type { AgentRun } from './agent-run.ts';
import { composeAgentRow, composeCoverage, composeFileCoverage } from './compose-coverage.ts';
import { composeFinding, composeFindings, reportFindings } from './compose-findings.ts';
import { composeBudget, composeScope } from './compose-scope.ts';
import { composeRunSignal } from './compose-signals.ts';
import { composeUsage } from './compose-usage.ts';
import type { ReviewRequest } from './review-request.ts';
import { type AgentTotal, owedBy, type ReviewState, totalOf } from './review-state.ts';
import type { Survey } from './survey.ts';

export interface RunFacts {
  readonly runId: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Absent where no model was asked. */
  readonly usage?: RunUsage | null;
}

export interface ReviewFacts extends RunFacts {
  /** Of the waves. */
  readonly signals: readonly ReportSignal[];
  readonly shares: readonly UsageShare[];
}

export function composeReport(state: ReviewState, request: ReviewRequest, facts: ReviewFacts): ReportDocument {
  const { survey } = state;
  const firstWave = state.waves[0];
  if (firstWave === undefined) throw new Error('a report needs at least one wave');
  const totals = survey.reviewers.map((reviewer) => totalOf(reviewer, state));
  const findings = composeFindings(totals);
  const files = composeFileCoverage(survey, totals);
  const complete = isComplete(survey, totals);
  const verdict = decideVerdict({ findings, agents: totals.map(judgeTotal), ignoreVetoes: request.ignoreVetoes });
  const synthesis = synthesize(totals);
  return {
    schema: REPORT_SCHEMA,
    run: {
      id: facts.runId,
      playbook: 'review',
      mode: 'review',
      model: request.model,
      started_at: new Date(facts.startedAt).toISOString(),
      finished_at: new Date(facts.finishedAt).toISOString(),
      resumed: 0,
    },
    scope: composeScope(survey),
    budget: composeBudget(firstWave),
    verdict: verdict.verdict,
    complete,
    verdict_trace: complete
      ? verdict.trace
      : [...verdict.trace, 'incomplete: the verdict speaks of what was reviewed only'],
    warnings: [
      ...synthesis.warnings,
      ...verdict.warnings,
      ...request.warnings,
      ...survey.snapshot.warnings,
      ...composeWarnings(survey, totals),
    ],
    notes: synthesis.notes,
    suggestions: synthesis.suggestions,
    agents: composeAgents(state, totals),
    findings: findings.map(composeFinding),
    coverage: composeCoverage(files, complete),
    rounds: [],
    attack_chains: [],
    analyzers: composeAnalyzers(totals),
    truncation: { agents: [], coverage_gaps: [], unrecovered_findings: 0, needs_reaudit: [] },
    signals: [...facts.signals, composeRunSignal(state, { complete, usage: facts.shares, files: null })],
    usage: composeUsage(facts.usage),
    audit: null,
  };
}

/** What an agent said for itself, over all its waves; embedded reviewers say nothing. */
function judgeTotal({ reviewer, runs }: AgentTotal): JudgedAgent {
  const said = runs.filter((run) => run.verdict !== null);
  return judgeRun(reviewer.name, reviewer.canVeto, said.find((run) => run.verdict === 'VETO') ?? said.at(-1));
}

const judgeRun = (agent: string, canVeto: boolean, run: AgentRun | undefined): JudgedAgent => ({
  agent,
  canVeto,
  verdict: run?.verdict ?? null,
  vetoReasons: run?.vetoReasons ?? [],
});

function composeAgents(state: ReviewState, totals: readonly AgentTotal[]): ReportDocument['agents'] {
  const rows = totals.flatMap((total) => {
    const findings = reportFindings(total);
    return total.runs.map((run) => {
      const own = findings.filter((finding) => finding.wave === run.wave);
      const { verdict, vetoReasons } = agentVerdict(judgeRun(run.agent, total.reviewer.canVeto, run), own);
      return composeAgentRow(run, verdict, vetoReasons, run.wave === 1 ? owedBy(total.reviewer, state.survey) : []);
    });
  });
  return state.waves.flatMap(({ wave }) => rows.filter((row) => row.wave === wave));
}

/** Every agent did every file of its own, none failed or was cut, and nothing of the scope was out of reach. */
const isComplete = (survey: Survey, totals: readonly AgentTotal[]): boolean =>
  survey.owed.length === 0 &&
  totals.every(
    ({ skippedFiles, runs }) => skippedFiles.length === 0 && runs.every((run) => run.status === 'completed'),
  );

function composeWarnings(survey: Survey, totals: readonly AgentTotal[]): readonly string[] {
  const estimated = survey.files.filter((file) => file.estimated).length;
  const unassigned = survey.files.filter((file) =>
    totals.every(({ reviewer }) => !isAssigned(reviewer, file.language)),
  ).length;
  const homeless = totals.flatMap(({ runs }) =>
    runs.flatMap((run) => run.homeless.map((claim) => `${run.agent}: ${claim}`)),
  );
  return [
    ...(unassigned > 0 ? [`⚠️ ${unassigned} files belong to none of the chosen reviewers`] : []),
    ...(estimated > 0 ? [`⚠️ ${describeEstimates(estimated, survey.files.length)}`] : []),
    ...homeless.map((claim) => `⚠️ finding without a file of its assignment, not counted: ${claim}`),
    ...totals.flatMap(({ runs }) =>
      runs
        .filter((run) => run.status === 'failed' || run.message !== null)
        .map(
          (run) =>
            `⚠️ ${run.agent} ${run.status === 'failed' ? 'failed' : 'stopped early'}: ${run.message ?? 'no reason given'}`,
        ),
    ),
  ];
}

const STATUS_ORDER = ['failed', 'partial', 'absent', 'completed'] as const;

/** One row per analyzer over all agents and waves; the worst status stands. */
function composeAnalyzers(totals: readonly AgentTotal[]): readonly ReportAnalyzer[] {
  const rows = totals.flatMap(({ runs }) => runs.flatMap((run) => run.analyzers));
  const names = [...new Set(rows.map((row) => row.name))].sort();
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    return {
      name,
      version: own[0]?.version ?? null,
      status: STATUS_ORDER.find((status) => own.some((row) => row.status === status)) ?? 'completed',
      findings: own.reduce((sum, row) => sum + row.findings, 0),
      reason: [...new Set(own.flatMap((row) => (row.reason === null ? [] : [row.reason])))].join('; ') || null,
    };
  });
}

const describeEstimates = (estimated: number, files: number): string =>
  estimated === files
    ? 'no tokens could be counted: budgets are not scaled, contexts are shared'
    : `tokens of ${estimated} files are estimated, not counted`;
