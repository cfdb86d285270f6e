/**
 * Asks a model for a second look at findings of a review: a conversation of its own gets the findings and the code around them and
 * tries to refute them; returns its decisions, which engine/review/verify-round.ts applies. Created by wiring/review-ports.ts.
 */
import type { ValidationOutcome } from '../../../ports/auditor.ts';
import type { ReviewTools } from '../../../ports/driver.ts';
import type { Verifier, VerifyTask } from '../../../ports/verifier.ts';
import { formatFindings, refusesReading, VALIDATION_MUST_RETURN } from '../../../prompts/audit-validate.ts';
import { formatVerifyPrompt } from '../../../prompts/verify-claims.ts';
import { VERIFY_TURNS } from '../../../protocol/budget/verify-limits.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { parseValidationResult } from '../../../protocol/output/result-blocks.ts';
import type { ConversationEnd } from '../agent-policy.ts';
import { type AuditModelOptions, converseOrFeed } from '../audit/auditor-options.ts';
import { feedPlaces } from '../audit/feed.ts';
import { readDecisions, readResult } from '../audit/validator-answer.ts';
import { converse, lookUp } from '../conversation.ts';

/** Readings of one conversation, beside the code that is given. */
const MOST_READINGS = 8;

export function createVerifier(options: AuditModelOptions): Verifier {
  const { limits = null } = options;
  return {
    name: options.modelName,
    ...(limits === null ? {} : { limits }),
    verify: (task, session, signal) => verify(task, session, signal, options),
  };
}

async function verify(
  task: VerifyTask,
  session: ReviewTools,
  signal: AbortSignal,
  options: AuditModelOptions,
): Promise<ValidationOutcome> {
  const nonce = options.createNonce(`verify/${task.agentId}`);
  const end = await converseOrFeed(options.hasTools, (hasTools) =>
    ask(task, session, signal, { options, nonce, isFed: !hasTools }),
  );
  const method = `model ${end.models.at(-1) ?? options.modelName}`;
  const result = parseValidationResult(readResult(end.text, nonce));
  // What a cut answer leaves out was not looked at, and its last decision may have lost its end.
  if (result?.complete !== true)
    return {
      kind: 'failed',
      reason: end.reason ?? 'the answer has no decisions in the required format',
      decisions: [],
      method,
    };
  const { seen } = end;
  const unread = task.findings.filter(
    ({ file, line }) => !isCovered(seen.get(file) ?? [], [{ start: line, end: line }]),
  );
  const without = new Set(unread.map(({ id }) => id));
  return {
    kind: 'decided',
    reason: end.reason,
    method,
    decisions: readDecisions(result.validations, seen).filter(({ id }) => !without.has(id)),
    undecided: unread.map(({ id }) => ({ id, verification: '', reason: 'its lines were not read' })),
  };
}

async function ask(
  { agentId, findings }: VerifyTask,
  session: ReviewTools,
  signal: AbortSignal,
  { options, nonce, isFed }: { readonly options: AuditModelOptions; readonly nonce: string; readonly isFed: boolean },
): Promise<ConversationEnd> {
  const maxTurns = isFed ? 1 : VERIFY_TURNS;
  const code = await feedPlaces(session, findings);
  const isWhole = (text: string): boolean => parseValidationResult(readResult(text, nonce))?.complete === true;
  let readings = 0;
  return converse(
    { ...options, ...session, ask: options.openAsk(isFed && options.hasTools ? `${agentId}/fed` : agentId), signal },
    {
      nonce,
      system: formatVerifyPrompt({ agentId, maxToolCalls: MOST_READINGS, maxTurns, isFed, nonce }),
      briefing: formatFindings(findings, code, options.fenceName),
      maxTurns,
      lastExplorationTurn: isFed ? 1 : maxTurns - 2,
      tools: isFed ? [] : session.context().definitions,
      answer: async (call) => {
        readings += 1;
        return readings > MOST_READINGS
          ? { text: refusesReading(MOST_READINGS), isError: true }
          : lookUp(session.context(), call);
      },
      isResult: isWhole,
      isUsable: isWhole,
      mustReturn: VALIDATION_MUST_RETURN,
    },
  );
}
