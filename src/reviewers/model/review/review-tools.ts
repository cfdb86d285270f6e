/**
 * Answers the tool calls of a reviewer on a model: findings and finished files go to the engine at once, everything else is looked up
 * in the snapshot (HOST-01). Also declares the session and progress of a review. Called by review-agent.ts.
 */

import type { ToolDefinition } from '../../../ports/agent-tools.ts';
import type { Assignment, FindingResult, ReviewEvent } from '../../../ports/driver.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import { BUDGET_USED_UP } from '../../../prompts/conversation.ts';
import {
  FILE_DONE,
  formatSubmissionResult,
  NEXT_FILE,
  NOT_YOUR_FILE,
  NOTED,
  REPORT_FINDING,
  RESULT_IS_A_LIST,
  RESULT_LACKS_VERDICT,
  RESULT_TAKEN,
  RESULT_TOO_EARLY,
  RETURN_RESULT,
  refusesMore,
  rejects,
} from '../../../prompts/review-tools.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import type { AgentClaims, Reaudit } from '../../../protocol/output/agent-claims.ts';
import { readFinding, readText } from '../../../protocol/output/reviewer-claims.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/text/json-object.ts';
import type { AgentCall, AgentSession, CallAnswer } from '../agent-policy.ts';
import { lookUp } from '../conversation.ts';
import { serveNextFile } from './next-file.ts';

/** Everything one assignment is worked on with. */
export interface ReviewSession extends AgentSession {
  readonly assignment: Assignment;
  readonly snapshot: Snapshot;
  /** Resolves when the host has judged and recorded the event. */
  readonly emit: (event: ReviewEvent) => Promise<void>;
}

/** How far one conversation of a reviewer has come. */
export interface ReviewProgress {
  /** Of a reduced retry; null where there is no limit (TRUNC-12). */
  readonly maxFindings: number | null;
  findings: number;
  /** Beyond the limit. */
  refused: number;
  hasReminded: boolean;
  /** What it said of itself at the end of every result. */
  readonly claims: (AgentClaims & { readonly model: string })[];
  /** Who answers now; null where nobody knows it. */
  model: string | null;
  /** Reads a result that was handed in by a call; false where it has no verdict. */
  readonly handIn: (result: JsonObject) => Promise<boolean>;
  /** Whether its result came as a call in this answer, and whether a finding of this answer was rejected. */
  hasReturned: boolean;
  hasRejected: boolean;
  /** Findings of its results that could not be used as they were written, and how many came back whole when it was asked. */
  readonly unusable: Reaudit[];
  repaired: number;
  /** Conventions that were cited and that the notes of the project do not have. */
  readonly invented: string[];
  /** A finding with its citation checked. */
  readonly cite: (finding: ClaimedFinding) => ClaimedFinding;
}

export const RECORDING_TOOLS: ReadonlySet<string> = new Set([REPORT_FINDING.name, FILE_DONE.name, RETURN_RESULT.name]);

/** Whoever hands its text in has another way to return. */
export const listReturnTools = (handsIn = false): readonly ToolDefinition[] =>
  handsIn ? [REPORT_FINDING] : [REPORT_FINDING, RETURN_RESULT];

/** In a shared scope all files are there already. The same for every reviewer, so that a provider can keep them. */
export const listReviewTools = (
  { isolation }: Pick<Assignment, 'isolation'>,
  handsIn = false,
): readonly ToolDefinition[] => [
  ...(isolation === 'shared' ? [] : [NEXT_FILE]),
  ...listReturnTools(handsIn),
  FILE_DONE,
];

export const writtenBy = ({ model }: ReviewProgress): { readonly model?: string } => (model === null ? {} : { model });

/** Whether a reduced retry has all the findings it may have; whatever asks is counted as refused (TRUNC-12). */
export function isFull(progress: ReviewProgress): boolean {
  if (progress.maxFindings === null || progress.findings < progress.maxFindings) return false;
  progress.refused += 1;
  return true;
}

export async function answerReviewTool(
  session: ReviewSession,
  progress: ReviewProgress,
  call: AgentCall,
): Promise<CallAnswer> {
  const { assignment, context, account } = session;
  const { name, args, isPaid } = call;
  const say = (text: string, isError = false): CallAnswer => ({ text, isError });
  if (name === REPORT_FINDING.name) return say(await recordFinding(session, progress, call));
  if (name === RETURN_RESULT.name) return say(await takeResult(session, progress, args));
  if (!isPaid) return say(BUDGET_USED_UP, true);
  if (name === FILE_DONE.name) return say(await closeFile(session, args));
  if (name === NEXT_FILE.name) return say(await serveNextFile(assignment, context(), account));
  return lookUp(context(), call);
}

async function recordFinding(
  { emit }: ReviewSession,
  progress: ReviewProgress,
  { args, isPaid }: AgentCall,
): Promise<string> {
  const reading = readFinding(args);
  if (reading.kind === 'unusable') {
    progress.hasRejected = true;
    return rejects(reading.reason);
  }
  if (isFull(progress)) return refusesMore(progress.maxFindings ?? 0);
  let result = { kind: 'refused' } as FindingResult;
  const tell = (told: FindingResult): void => {
    result = told;
  };
  await emit({ kind: 'finding', finding: progress.cite(reading.finding), isPaid, ...writtenBy(progress), tell });
  if (result.kind === 'recorded') progress.findings += 1;
  return formatSubmissionResult(result);
}

/** Nobody returns over a finding that it was told to mend in the same breath. */
async function takeResult({ assignment }: ReviewSession, progress: ReviewProgress, args: unknown): Promise<string> {
  if (assignment.reviewer.requirements !== undefined) return RESULT_IS_A_LIST;
  if (progress.hasRejected) return RESULT_TOO_EARLY;
  progress.hasReturned = isJsonObject(args) && (await progress.handIn(args));
  return progress.hasReturned ? RESULT_TAKEN : RESULT_LACKS_VERDICT;
}

async function closeFile({ assignment, emit }: ReviewSession, args: unknown): Promise<string> {
  const path = isJsonObject(args) ? readText(args.path) : null;
  if (path === null || !assignment.files.some((file) => file.path === path)) return NOT_YOUR_FILE;
  await emit({ kind: 'file-done', path });
  return NOTED;
}
