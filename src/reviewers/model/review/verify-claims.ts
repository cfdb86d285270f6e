/**
 * Asks a model for a second look at findings of a review: a conversation of its own gets the findings and the code around them and
 * tries to refute them; returns its decisions, which engine/review/verify-round.ts applies. Created by wiring/review-ports.ts.
 */
import type { ValidationOutcome } from '../../../ports/auditor.ts';
import type { ReviewTools } from '../../../ports/driver.ts';
import type { Verifier, VerifyTask } from '../../../ports/verifier.ts';
import { holdDecisions } from '../../../prompts/audit-answer-schema.ts';
import { formatFindings, refusesReading, VALIDATION_MUST_RETURN } from '../../../prompts/audit-validate.ts';
import { formatVerifyPrompt } from '../../../prompts/verify-claims.ts';
import { VERIFY_TURNS } from '../../../protocol/budget/verify-limits.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { parseValidationResult, readValidations, type Validation } from '../../../protocol/output/result-blocks.ts';
import type { ConversationEnd } from '../agent-policy.ts';
import { type AuditModelOptions, converseOrFeed, nameCalls } from '../audit/auditor-options.ts';
import { feedOnce, feedPlaces } from '../audit/feed.ts';
import { readDecisions, readResult } from '../audit/validator-answer.ts';
import { converse, lookUp } from '../conversation.ts';
import { holdAnswers, isHeld, readHeld } from '../held-answer.ts';

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
  const feed = feedOnce(() => feedPlaces(session, task.findings));
  const end = await converseOrFeed(options, (terms) =>
    ask(task, session, signal, { options: terms, key: nameCalls(task.agentId, options, terms), nonce, feed }),
  );
  const method = `model ${end.models.at(-1) ?? options.modelName}`;
  const result = readDecided(end.text, nonce);
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

/** Null where the answer has no decisions in either form. One that is held to a schema is whole or nothing. */
function readDecided(
  text: string,
  nonce: string,
): { readonly complete: boolean; readonly validations: readonly Validation[] } | null {
  const held = readHeld(text, nonce)?.validations;
  if (!Array.isArray(held)) return parseValidationResult(readResult(text, nonce));
  const { validations, lacking } = readValidations(held);
  return { complete: lacking.length === 0, validations };
}

interface VerifyPorts {
  readonly options: AuditModelOptions;
  readonly key: string;
  readonly nonce: string;
  readonly feed: () => Promise<readonly string[]>;
}

async function ask(
  { agentId, findings }: VerifyTask,
  session: ReviewTools,
  signal: AbortSignal,
  { options, key, nonce, feed }: VerifyPorts,
): Promise<ConversationEnd> {
  const isFed = !options.hasTools;
  const maxTurns = isFed ? 1 : VERIFY_TURNS;
  const code = await feed();
  const isWhole = (text: string): boolean => readDecided(text, nonce)?.complete === true;
  const held = holdDecisions(
    findings.map(({ id }) => id),
    nonce,
    ['confirmed', 'rejected'],
  );
  let readings = 0;
  return converse(
    { ...options, ...session, ask: options.openAsk(key), signal },
    {
      nonce,
      system: formatVerifyPrompt({
        agentId,
        maxToolCalls: MOST_READINGS,
        maxTurns,
        isFed,
        ...(isHeld(options) ? { heldForm: held.form } : {}),
        nonce,
      }),
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
      ...holdAnswers(options, held),
      isResult: isWhole,
      isUsable: isWhole,
      mustReturn: VALIDATION_MUST_RETURN,
    },
  );
}
