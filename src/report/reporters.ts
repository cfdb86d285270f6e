/**
 * Describes in words who reported a finding: reviewers and analyzers with their rules and models, how many agree, who disagrees
 * (FACT-14). Used by the pages and the HTML report. Also says why a finding does not count (`describeSetAside`), for these,
 * summary.ts, machine/finding-facts.ts and SARIF, which has its own form of the reporters.
 */
import type { ReportAgent, ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';

/** Models that each agent was asked on; null stands for its analyzers. */
export type AskedModels = ReadonlyMap<string, ReadonlySet<string | null>>;

export const listAsked = ({ agents }: Pick<ReportDocument, 'agents'>): AskedModels =>
  new Map(
    [...Map.groupBy(agents, ({ agent }) => agent)].map(([agent, rows]) => [
      agent,
      new Set(rows.map(({ model }) => model)),
    ]),
  );

/** `security-reviewer (rule) on a/one + b/two · 2 of 3 agree · confidence 83%`. */
export function describeReporters(finding: ReportFinding, asked: AskedModels): string {
  const { reported_by, confidence, originally_truncated } = finding;
  const names = [...new Set(reported_by.map((by) => by.agent))].map((agent) => describeReporter(agent, finding, asked));
  const refuted = readTexts(finding.extra.refuted_by);
  return [
    names.join(', '),
    ...describeAgreement(finding),
    `confidence ${Math.round(confidence * 100)}%`,
    ...(refuted.length === 0 ? [] : [`refuted by ${refuted.join(', ')}`]),
    ...describeSecondLook(finding),
    ...(originally_truncated ? ['its report was cut off'] : []),
  ].join(' · ');
}

/** Of a claim that stands: why it does not is said elsewhere. */
function describeSecondLook({ extra, status }: ReportFinding): readonly string[] {
  const { verification } = extra;
  const { outcome, by } = (verification ?? {}) as { readonly outcome?: unknown; readonly by?: unknown };
  if (status === 'rejected' || typeof by !== 'string') return [];
  return [
    outcome === 'confirmed' ? `confirmed by the second look of ${by}` : `not confirmed by the second look of ${by}`,
  ];
}

/** Only where somebody else could have said so. */
const describeAgreement = ({ agreement: { k, n } }: ReportFinding): readonly string[] =>
  n > 1 ? [`${k} of ${n} agree`] : [];

/** A model is named where several were asked, or where another one than the one asked has answered. */
function describeReporter(agent: string, { reported_by }: ReportFinding, asked: AskedModels): string {
  const own = reported_by.filter((by) => by.agent === agent);
  const rules = [...new Set(own.flatMap(({ rule }) => (rule === null ? [] : [rule])))];
  const models = [...new Set(own.flatMap(({ model }) => (model === null ? [] : [model])))];
  const known = asked.get(agent) ?? new Set();
  const named = models.flatMap((model) => {
    if (!known.has(model)) return known.size === 0 ? [] : [`${model} (fallback)`];
    return known.size > 1 ? [model] : [];
  });
  return [
    agent,
    ...(rules.length === 0 ? [] : [`(${rules.join(', ')})`]),
    ...(named.length === 0 ? [] : [`on ${named.join(' + ')}`]),
  ].join(' ');
}

const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Why a finding does not count; null where nobody said. */
export function describeSetAside({ extra }: ReportFinding): string | null {
  const said = extra.suppression_reason ?? extra.rejection_reason ?? extra.doubt;
  return typeof said === 'string' ? said : null;
}

/** The name of a row; with the model where its agent was asked on several. */
export const nameRow = ({ agent, model }: Pick<ReportAgent, 'agent' | 'model'>, asked: AskedModels): string =>
  (asked.get(agent)?.size ?? 0) > 1 ? `${agent} (${model ?? 'embedded'})` : agent;
