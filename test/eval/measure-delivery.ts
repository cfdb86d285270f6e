/**
 * What a scripted model is given of a seeded change, through the engine and the model driver: whether the flaw and what is needed
 * to see it are in the text, and what it costs against the whole file. Used by the test and by `npm run bench -- change-view`.
 */
import { createOutlineSource } from '../../src/analyzers/outline/outline-source.ts';
import { createChangeViews } from '../../src/context/change/change-views.ts';
import { createTokenCounter } from '../../src/context/tokens.ts';
import { createAgentTools } from '../../src/context/tools/agent-tools.ts';
import { DEFAULT_THRESHOLDS } from '../../src/protocol/budget/thresholds.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import { findChangedLines } from '../../src/repository/git/line-diff.ts';
import { createModelDriver } from '../../src/reviewers/model/review/model-driver.ts';
import { createTestEngine } from '../../src/testing/engine.ts';
import { createScriptedModel, type ScriptedTurn } from '../../src/testing/scripted-model.ts';
import type { SeededChange } from './seeded-changes.ts';

export interface Delivery {
  readonly id: string;
  /** What is needed and was not given. */
  readonly missing: readonly string[];
  readonly shownTokens: number;
  readonly wholeTokens: number;
  /** `shared` or `branch`. */
  readonly isolation: string;
  readonly isComplete: boolean;
}

const ANSWER =
  '===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[],"verdict":"OK"}\n===AGENT_RESULT_END:n0===\n';
const DONE: ScriptedTurn = { says: [ANSWER] };

const counter = createTokenCounter({});
let outline: ReturnType<typeof createOutlineSource> | null = null;

export async function measureDelivery(change: SeededChange): Promise<Delivery> {
  const { path, base, head, others, needs } = change;
  const changed = findChangedLines(base, head);
  const isBranch = counter.count(head) > 16_384;
  const next = { calls: [{ name: 'next_file', args: {} }] };
  const model = createScriptedModel(isBranch ? [next, DONE, DONE] : [DONE]);
  const redactor = createRedactor();
  const driver = createModelDriver({
    modelName: 'scripted/model',
    openAsk: () => model.ask,
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens: 4000,
    hasTools: true,
    createNonce: () => 'n0',
    fenceName: 'FENCE',
    guidance: [],
    redactor,
    analyzers: null,
  });
  outline ??= createOutlineSource();
  const openOutline = (): NonNullable<typeof outline> => outline ?? createOutlineSource();
  const engine = createTestEngine({
    files: { ...others, [path]: { text: head, base, changed } },
    driver,
    counter,
    request: { reviewerNames: ['security-reviewer'], waves: 1, selection: { kind: 'auto' } },
    ports: {
      openTools: (record) =>
        createAgentTools({
          ...record,
          counter,
          search: null,
          viewChange: createChangeViews({
            snapshot: record.snapshot,
            redacted: record.snapshot,
            openOutline,
            search: null,
          }),
        }),
    },
  });
  const { report } = await engine.run();
  const given = isBranch ? JSON.stringify(model.questions.at(-1)?.messages) : (model.questions[0]?.system ?? '');
  const text = isBranch ? given.replaceAll('\\"', '"').replaceAll('\\t', '\t').replaceAll('\\n', '\n') : given;
  return {
    id: change.id,
    missing: needs.filter((need) => !text.includes(need)),
    shownTokens: counter.count(given),
    wholeTokens: counter.count(
      head
        .split('\n')
        .map((line, i) => `${i + 1}\t${line}`)
        .join('\n'),
    ),
    isolation: report.budget.isolation,
    isComplete: report.complete,
  };
}
