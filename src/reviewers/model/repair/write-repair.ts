/**
 * Asks a model to write the repair of one finding. Each answer is tried at once by the caller's `attempt`; a refused one may be
 * corrected once, given the reason. `judgeRepair` asks in a second conversation whether the finding is gone. Called by
 * wiring/write-repairs.ts.
 */
import type { AuditSession } from '../../../ports/auditor.ts';
import {
  asksForRepair,
  formatRepairBriefing,
  formatRepairJudgePrompt,
  formatRepairPrompt,
  JUDGEMENT_MUST_RETURN,
  REPAIR_MUST_RETURN,
  type RepairSubject,
  refusesRepair,
} from '../../../prompts/write-repair.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import type { Edit } from '../../../protocol/findings/repair.ts';
import {
  parseRepairJudgement,
  parseWrittenRepair,
  type RepairJudgement,
  type WrittenRepair,
} from '../../../protocol/output/written-repair.ts';
import type { AgentPolicy, ConversationEnd } from '../agent-policy.ts';
import { type AuditModelOptions, converseOrFeed, hasReplied } from '../audit/auditor-options.ts';
import { feedPlaces } from '../audit/feed.ts';
import { converse, lookUp } from '../conversation.ts';

/** Of one repair, the second attempt included. */
export const REPAIR_TURNS = 8;
const ATTEMPTS = 2;

export interface RepairTask {
  /** Tells the calls of this finding from those of others. */
  readonly key: string;
  readonly subject: RepairSubject;
  /** Lines that its file has. */
  readonly lines: number;
  /** Tries the edits on a copy: null where they hold, else why they are refused. */
  attempt(edits: readonly Edit[]): Promise<string | null>;
}

export interface RepairAgent {
  readonly options: AuditModelOptions;
  readonly signal: AbortSignal;
}

export type RepairOutcome =
  | { readonly kind: 'repaired' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** A limit or a failed call: nobody has said that there is no repair. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  | { readonly kind: 'declined'; readonly reason: string };

export async function writeRepair(
  task: RepairTask,
  session: AuditSession,
  { options, signal }: RepairAgent,
): Promise<RepairOutcome> {
  const nonce = options.createNonce(`repair/${task.key}`);
  let answer: WrittenRepair | null = null;
  let attempts = 0;
  let refused: string | null = null;
  const read = (text: string): WrittenRepair | null => parseWrittenRepair(text, nonce, task.lines);
  const end = await ask(
    task,
    session,
    { options, signal },
    {
      nonce,
      system: (hasTools) => formatRepairPrompt({ nonce, maxTurns: REPAIR_TURNS, hasTools }),
      mustReturn: REPAIR_MUST_RETURN,
      nudge: () => asksForRepair(task.lines),
      isUsable: (text) => read(text) !== null,
      isResult: (text, hasEnded) => {
        answer = hasEnded ? read(text) : null;
        return answer !== null;
      },
      afterResult: async () => {
        if (answer?.kind !== 'edits') return null;
        attempts += 1;
        refused = listUnseen(answer.edits, task.subject.file, session) ?? (await task.attempt(answer.edits));
        return refused === null || attempts >= ATTEMPTS ? null : refusesRepair(refused);
      },
    },
  );
  const last = answer as WrittenRepair | null;
  if (end.kind === 'result' && last?.kind === 'declined')
    return { kind: 'declined', reason: refused === null ? last.reason : `${last.reason} (first change: ${refused})` };
  if (attempts > 0 && refused === null) return { kind: 'repaired' };
  if (refused === null && !hasReplied(end))
    return { kind: 'unanswered', reason: `no answer: ${end.reason ?? end.kind}` };
  const reason = refused === null ? `no repair: ${end.reason ?? 'the model gave none'}` : `refused: ${refused}`;
  return { kind: 'refused', reason };
}

/** Lines that nobody showed it are not its to change. */
function listUnseen(edits: readonly Edit[], file: string, session: AuditSession): string | null {
  const seen = session.context().delivered().get(file) ?? [];
  const unseen = edits.filter((edit) => !isCovered(seen, [{ start: edit.line, end: edit.end_line - 1 }]));
  return unseen.length === 0 ? null : `line ${unseen[0]?.line} was changed without being read`;
}

/** Another conversation that has not written the change: whether the finding is gone. Null where it gave no decision. */
export async function judgeRepair(
  task: Pick<RepairTask, 'key' | 'subject'>,
  session: AuditSession,
  { options, signal }: RepairAgent,
): Promise<RepairJudgement | null> {
  const nonce = options.createNonce(`judge-repair/${task.key}`);
  const isResult = (text: string): boolean => parseRepairJudgement(text, nonce) !== null;
  const end = await ask(
    { ...task, key: `${task.key}/judge` },
    session,
    { options, signal },
    {
      nonce,
      system: (hasTools) => formatRepairJudgePrompt({ nonce, maxTurns: REPAIR_TURNS, hasTools }),
      mustReturn: JUDGEMENT_MUST_RETURN,
      isUsable: isResult,
      isResult,
    },
  );
  return end.kind === 'result' ? parseRepairJudgement(end.text, nonce) : null;
}

type OwnPolicy = Pick<AgentPolicy, 'nonce' | 'mustReturn' | 'isUsable' | 'isResult' | 'nudge' | 'afterResult'> & {
  system(hasTools: boolean): string;
};

/** The code around the finding stands in the first message, whatever tools there are. */
async function ask(
  { key, subject }: Pick<RepairTask, 'key' | 'subject'>,
  session: AuditSession,
  { options, signal }: RepairAgent,
  { system, ...policy }: OwnPolicy,
): Promise<ConversationEnd> {
  const head = { file: subject.file, line: 1, endLine: 1 };
  const code = await feedPlaces(session, [subject, head]);
  return converseOrFeed({ ...options, takesSchema: false }, ({ hasTools }) =>
    converse(
      { ...options, ...session, ask: options.openAsk(hasTools ? key : `${key}/fed`), signal },
      {
        ...policy,
        system: system(hasTools),
        briefing: formatRepairBriefing(subject, code, options.fenceName),
        maxTurns: REPAIR_TURNS,
        lastExplorationTurn: REPAIR_TURNS - 3,
        tools: hasTools ? session.context().definitions : [],
        answer: (call) => lookUp(session.context(), call),
      },
    ),
  );
}
