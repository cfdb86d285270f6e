/** What must hold for a run that was killed and gone on with, by the run store, the provider and the report. */
import { hash } from 'node:crypto';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { StoredStep } from '../../src/protocol/report/stored-run.ts';
import type { LoopbackRequest } from '../../src/testing/index.ts';
import type { KilledRun, KillSubject, Left, Process } from './killed-run.ts';

export interface Uninterrupted {
  readonly report: ReportDocument;
  readonly requests: number;
  readonly milliseconds: number;
}

/** What may differ from a run that nobody killed: who it was, when, how often it went on, what was paid. */
const comparable = ({ run, usage: _usage, ...report }: ReportDocument): string =>
  JSON.stringify({ ...report, run: { ...run, id: '', started_at: '', finished_at: '', resumed: 0 } });

/** A call that was recorded stays recorded, and is never begun again. */
export function compareCalls(done: ReadonlyMap<string, number>, calls: readonly StoredStep[]): readonly string[] {
  const now = new Map(calls.map((step) => [step.key, step]));
  return [...done].flatMap(([key, begun]) => {
    const step = now.get(key);
    if (step === undefined) return [`call ${key} was recorded and is gone`];
    if (step.begun !== begun) return [`call ${key} was recorded and made again`];
    return step.doneAt === null ? [`call ${key} was recorded and has lost its answer`] : [];
  });
}

export interface EndFacts {
  readonly expected: Uninterrupted;
  readonly kills: number;
  readonly left: Left | null;
  readonly subject: Pick<KillSubject, 'agents'>;
  readonly killed: KilledRun;
  readonly complain: (problem: string) => void;
}

export interface Repeats {
  /** Calls whose end nobody knew, by the journal. */
  readonly lost: number;
  /** Questions that reached the provider once more. */
  readonly repeated: number;
}

export function checkEnd({ stdout, stderr, code }: Process, facts: EndFacts): Repeats {
  const { expected, kills, left, subject, killed, complain } = facts;
  const lost = left?.calls.reduce((sum, { begun }) => sum + begun - 1, 0) ?? 0;
  const repeated = countRepeated(killed.provider.requests);
  const require = (holds: boolean, problem: string): void => {
    if (!holds) complain(problem);
  };
  if (stdout === '') {
    complain(`exit ${code} without a report: ${stderr.slice(0, 500)}`);
    return { lost, repeated };
  }
  const report = JSON.parse(stdout) as ReportDocument;
  const { usage, run } = report;
  const different = killed.provider.requests.length - repeated;
  require(comparable(report) === comparable(expected.report), describeDifference(report, expected.report));
  require(usage.repeated_calls === lost, `${usage.repeated_calls} calls told as repeated, ${lost} were begun again`);
  require(run.resumed === left?.resumed, `resumed ${run.resumed} times, by the store ${left?.resumed}`);
  require(lost <= kills * subject.agents, `${lost} calls begun again after ${kills} kills`);
  require(repeated <= lost, `the provider was asked ${repeated} times again, ${lost} calls were begun again`);
  require(different === expected.requests, `${different} different questions, not ${expected.requests}`);
  for (const problem of [...findRepaid(killed), ...killed.provider.problems()]) complain(problem);
  return { lost, repeated };
}

const questionOf = ({ body }: LoopbackRequest): string => hash('sha256', JSON.stringify(body));

const countRepeated = (requests: readonly LoopbackRequest[]): number =>
  requests.length - new Set(requests.map(questionOf)).size;

/**
 * Seen from the provider alone: whoever had gone on with an answer before the kill had it recorded, so its question must not
 * come again.
 */
function* findRepaid({ provider, ends }: KilledRun): Generator<string> {
  const { requests } = provider;
  const first = new Map<string, number>();
  for (const [at, request] of requests.entries()) {
    const question = questionOf(request);
    const known = first.get(question);
    if (known === undefined) first.set(question, at);
    else {
      const killedAt = ends.find((end) => end > known) ?? 0;
      const later = requests.slice(known + 1, Math.min(killedAt, at)).find((next) => continues(next, request));
      if (later !== undefined) yield `question ${known + 1} was answered and gone on with, and asked again`;
    }
  }
}

/** Whether the conversation of one request goes on in the other. */
function continues(next: LoopbackRequest, request: LoopbackRequest): boolean {
  const before = request.body.messages as readonly unknown[];
  const messages = next.body.messages as readonly unknown[];
  return messages.length > before.length && JSON.stringify(messages.slice(0, before.length)) === JSON.stringify(before);
}

function describeDifference(report: ReportDocument, expected: ReportDocument): string {
  const [a, b] = [comparable(report), comparable(expected)];
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return `another report at ${at}: ${a.slice(Math.max(0, at - 80), at + 120)} instead of ${b.slice(Math.max(0, at - 80), at + 120)}`;
}
