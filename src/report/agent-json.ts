/**
 * Formats the report as `-f agent-json`: a JSON list with the output of each agent and model, in the shape that `collect` reads (full,
 * high severity only, or partial). Over several waves counts and tokens are sums; mode, budget percents and what is left are those of
 * the last wave. Loaded by formats.ts.
 */

import type { ReportAgent, ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { formatReviewerOutput, type OutputFacts } from '../protocol/report/reviewer-output.ts';
import { writeJson } from './json-writer.ts';

export function formatAgentJson({ agents, findings }: ReportDocument): string {
  const panels = Map.groupBy(agents, ({ agent }) => agent);
  const outputs = [...panels.values()].flatMap((rows) => {
    const members = [...Map.groupBy(rows, ({ model }) => model)];
    return members.map(([model, own]) => {
      const isOwn = (by: ReportFinding['reported_by'][number]): boolean =>
        by.agent === own[0]?.agent && (members.length === 1 || by.model === null || by.model === model);
      return formatReviewerOutput(
        foldWaves(own),
        findings.filter(({ status, reported_by }) => status !== 'rejected' && reported_by.some(isOwn)),
      );
    });
  });
  return writeJson(outputs);
}

const STRICTEST = ['VETO', 'WARN', 'OK'] as const;

/** A second round only judges what the first has found: its files were counted there. */
function foldWaves(rows: readonly ReportAgent[]): OutputFacts {
  const first = Math.min(...rows.map(({ round }) => round));
  const waves = rows.filter(({ round }) => round === first);
  const last = waves.at(-1) as ReportAgent;
  const sum = (pick: (row: ReportAgent) => number): number => waves.reduce((total, row) => total + pick(row), 0);
  return {
    ...last,
    budget_tokens: sum(({ budget_tokens }) => budget_tokens),
    used_tokens: sum(({ used_tokens }) => used_tokens),
    files_reviewed: sum(({ files_reviewed }) => files_reviewed),
    skipped: {
      medium_count: sum(({ skipped }) => skipped.medium_count),
      low_count: sum(({ skipped }) => skipped.low_count),
    },
    verdict: STRICTEST.find((verdict) => rows.some((row) => row.verdict === verdict)) ?? last.verdict,
    veto_reasons: [...new Set(rows.flatMap(({ veto_reasons }) => veto_reasons))],
  };
}
