/**
 * Has a model judge which findings of the reviews of an evaluation mean which labels, one question for each review that has both, and
 * keeps its answers. A review whose judge failed is left out of them, and counted. Called by cli/commands/evaluate-command.ts.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createModel } from '../../models/create-model.ts';
import { createModelCaller } from '../../models/create-model-caller.ts';
import type { ModelMessage } from '../../ports/model.ts';
import { formatJudgeQuestion, JUDGE_AGAIN, JUDGE_SYSTEM } from '../../prompts/evaluation-judge.ts';
import type { Label } from '../../protocol/evaluation/dataset.ts';
import { type Pair, readPairs } from '../../protocol/evaluation/judgement.ts';
import type { EvaluatedRun } from '../../protocol/evaluation/score.ts';
import type { Environment } from '../config.ts';
import { createRunRedactor } from '../redaction.ts';
import { createSystemClock } from '../system.ts';

const MAX_OUTPUT_TOKENS = 2048;
const IDLE_MS = 120_000;
/** The question, and once more where the answer had not the form. */
const MAX_ASKED = 2;

export interface JudgeCall {
  readonly model: string;
  readonly runs: readonly EvaluatedRun[];
  readonly labelsOf: (change: string) => readonly Label[];
  readonly environment: Environment;
  readonly interrupt: AbortSignal;
  readonly kept: ReadonlyMap<string, readonly Pair[]>;
  readonly keep: (key: string, pairs: readonly Pair[]) => Promise<void>;
  readonly tell: (message: string) => void;
}

export interface Judgements {
  readonly model: string;
  /** By the review; one that is missing was not judged. */
  readonly pairs: ReadonlyMap<EvaluatedRun, readonly Pair[]>;
  /** Reviews with findings and labels that the judge gave no usable answer on; words and lines decide there. */
  readonly unjudged: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Judge {
  readonly ask: (labels: readonly Label[], run: EvaluatedRun) => Promise<readonly Pair[] | null>;
  readonly used: { inputTokens: number; outputTokens: number };
}

function openJudge({ model: name, environment, interrupt }: JudgeCall): Judge {
  const clock = createSystemClock();
  const model = createModel(name, { env: environment, clock });
  const calls = createModelCaller({ clock, random: Math.random });
  const redactor = createRunRedactor();
  const fenceName = `DATA-${randomUUID()}`;
  const used = { inputTokens: 0, outputTokens: 0 };
  return {
    used,
    async ask(labels, { findings }) {
      const question = redactor.redact(formatJudgeQuestion(labels, findings, fenceName));
      const messages: ModelMessage[] = [{ role: 'user', text: question }];
      for (let asked = 0; asked < MAX_ASKED; asked += 1) {
        const { outcome } = await calls.call({
          model,
          signal: interrupt,
          request: {
            system: JUDGE_SYSTEM,
            messages,
            tools: [],
            maxOutputTokens: MAX_OUTPUT_TOKENS,
            temperature: 0,
            idleTimeoutMs: IDLE_MS,
          },
        });
        used.inputTokens += outcome?.usage?.inputTokens ?? 0;
        used.outputTokens += outcome?.usage?.outputTokens ?? 0;
        if (outcome?.kind !== 'replied') return null;
        const pairs = readPairs(outcome.text, labels.length, findings.length);
        if (pairs !== null) return pairs;
        messages.push(
          { role: 'assistant', text: outcome.text, toolCalls: [], continuation: outcome.continuation },
          { role: 'user', text: JUDGE_AGAIN },
        );
      }
      return null;
    },
  };
}

/** The same question to the same judge is asked once. */
const keyOf = (model: string, labels: readonly Label[], { findings }: EvaluatedRun): string =>
  createHash('sha256')
    .update(JSON.stringify([model, JUDGE_SYSTEM, labels, findings]))
    .digest('hex');

/** Where a review found nothing, or there is nothing to find, nobody is asked. */
export async function judgeRuns(call: JudgeCall): Promise<Judgements> {
  const judge = openJudge(call);
  const pairs = new Map<EvaluatedRun, readonly Pair[]>();
  let unjudged = 0;
  for (const run of call.runs) {
    const labels = call.labelsOf(run.change);
    if (labels.length === 0 || run.findings.length === 0) continue;
    const key = keyOf(call.model, labels, run);
    const known = call.kept.get(key);
    if (known === undefined && !call.interrupt.aborted) call.tell(`judging ${run.change}`);
    const said = known ?? (call.interrupt.aborted ? null : await judge.ask(labels, run));
    if (said === null) {
      unjudged += 1;
      continue;
    }
    if (known === undefined) await call.keep(key, said);
    pairs.set(run, said);
  }
  return { model: call.model, pairs, unjudged, ...judge.used };
}
