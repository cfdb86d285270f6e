/** A whole review in memory by a scripted model: real engine, real tools, real accounts; words are tokens. */
import type { AgentRun } from '../../src/engine/review/agent-record.ts';
import type { EnginePorts, ReviewRequest } from '../../src/engine/review/review-request.ts';
import type { AgentHost } from '../../src/ports/agent-host.ts';
import type { Driver } from '../../src/ports/driver.ts';
import { DEFAULT_THRESHOLDS } from '../../src/protocol/budget/thresholds.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { Question } from '../../src/reviewers/model/ask-model.ts';
import { createModelDriver } from '../../src/reviewers/model/review/model-driver.ts';
import type { ModelDriverOptions } from '../../src/reviewers/model/review/review-agent.ts';
import { createTestEngine } from '../../src/testing/engine.ts';
import { createWordCounter } from '../../src/testing/fixed-ports.ts';
import { createScriptedModel, type ScriptedTurn } from '../../src/testing/scripted-model.ts';

export const NONCE = 'n0';

export const answer = (fields: object = {}): readonly string[] => [
  'Done.\n===AGENT_RESULT===\n',
  JSON.stringify({ agent: 'security-reviewer', findings: [], verdict: 'OK', ...fields }),
  `\n===AGENT_RESULT_END:${NONCE}===\n`,
];

export const finding = (fields: object = {}) => ({
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
  ...fields,
});

export const report = (fields: object = {}) => ({ name: 'report_finding', args: finding(fields) });
export const nextFile = { name: 'next_file', args: {} };

export interface Setting {
  readonly files: Readonly<Record<string, string>>;
  readonly waves?: number | 'auto';
  readonly hasTools?: boolean;
  readonly analyzers?: Driver;
  /** What differs of the model's driver. */
  readonly options?: Partial<ModelDriverOptions>;
  readonly request?: Partial<ReviewRequest>;
  readonly ports?: Partial<EnginePorts>;
}

export interface ScriptedReview {
  readonly document: ReportDocument;
  readonly questions: readonly Question[];
  /** What the journal holds of each agent. */
  readonly runs: readonly AgentRun[];
}

export async function reviewByScript(
  turns: readonly ScriptedTurn[],
  { files, waves = 1, hasTools = true, analyzers, options, request, ports }: Setting,
): Promise<ScriptedReview> {
  const model = createScriptedModel(turns);
  const driver = createModelDriver({
    modelName: 'scripted/model',
    openAsk: () => model.ask,
    counter: createWordCounter(),
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens: 4000,
    hasTools,
    createNonce: () => NONCE,
    fenceName: 'FENCE',
    guidance: [],
    redactor: createRedactor(),
    analyzers: analyzers ?? null,
    ...options,
  });
  const runs: AgentRun[] = [];
  const host: AgentHost = {
    async run(_task, here) {
      const value = await here();
      runs.push(JSON.parse(JSON.stringify(value)) as AgentRun);
      return value;
    },
  };
  const engine = createTestEngine({
    files,
    driver,
    request: { reviewerNames: ['security-reviewer'], waves, ...request },
    ports: { host, ...ports },
  });
  const { report: document } = await engine.run();
  model.assertPlayed();
  return { document, questions: model.questions, runs };
}

/** The last thing the model was told. */
export const told = (question: Question | undefined): string => JSON.stringify(question?.messages.at(-1));
