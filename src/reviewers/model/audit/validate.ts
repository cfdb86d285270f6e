/**
 * Has a model validate findings that others reported (FACT-08, AUD-32): it re-reads the code and decides each. Where it cannot be
 * asked, the second analysis without a model (embedded/audit/validate.ts) decides, and says so; findings of analyzers it can confirm,
 * never reject. Called by model-auditor.ts; wiring/triage-judge.ts takes `askDecisions`.
 */
import type {
  AuditSession,
  UndecidedFinding,
  ValidationOutcome,
  ValidationTask,
  ValidatorDecision,
} from '../../../ports/auditor.ts';
import { holdDecisions } from '../../../prompts/audit-answer-schema.ts';
import {
  DECISIONS_TAKEN,
  formatFindings,
  formatValidationPrompt,
  lacksFields,
  RETURN_DECISIONS,
  refusesReading,
  VALIDATION_COMPRESS,
  VALIDATION_MUST_RETURN,
} from '../../../prompts/audit-validate.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { parseValidationResult, readValidations, type Validation } from '../../../protocol/output/result-blocks.ts';
import { listOpenSteps, parseSteps } from '../../../protocol/output/validation-steps.ts';
import { VALIDATOR_TURNS, validatorCallLimit } from '../../../protocol/rounds/validation-plan.ts';
import { isJsonObject } from '../../../protocol/text/json-object.ts';
import { validateEmbedded } from '../../embedded/audit/validate.ts';
import type { CallAnswer, ConversationEnd } from '../agent-policy.ts';
import { converse, lookUp } from '../conversation.ts';
import { holdAnswers, isHeld, readHeld } from '../held-answer.ts';
import { type AuditModelOptions, converseOrFeed, type ModelAuditorOptions, nameCalls } from './auditor-options.ts';
import { feedOnce, feedPlaces } from './feed.ts';
import { readDecisions, readResult } from './validator-answer.ts';

export async function validateWithModel(
  task: ValidationTask,
  session: AuditSession,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<ValidationOutcome> {
  const second = await validateEmbedded(task, await options.openAuditContext(session.snapshot));
  if (signal.aborted) return standIn(second, 'the run was stopped');
  const { end, said, read } = await askDecisions(task, session, signal, options);
  if (said === null) {
    const reason = end.reason ?? 'the answer has no decisions in the required format';
    // An agent that fails leaves its batch to the inline call, which may still be made; behind that there is nobody else.
    return task.batch.by === 'agent' && end.kind !== 'denied' && end.kind !== 'aborted'
      ? { kind: 'failed', reason, decisions: [], method: `model ${options.modelName}` }
      : standIn(second, reason);
  }
  const own = said.filter(({ id }) => read.has(id));
  const decisions = task.findings.flatMap(({ id, rule }) => {
    const heard = own.find((decision) => decision.id === id) ?? null;
    const checked = second.decisions.find((decision) => decision.id === id) ?? null;
    const decision = rule === null ? heard : keepHigher(heard, checked);
    return decision === null ? [] : [decision];
  });
  const decided = new Set(decisions.map(({ id }) => id));
  return {
    kind: 'decided',
    reason: end.reason,
    method: `model ${end.models.at(-1) ?? options.modelName}`,
    decisions,
    undecided: task.findings
      .filter(({ id }) => !decided.has(id))
      .map((finding) => explainOpen(finding, { said, read }, second.undecided ?? [])),
  };
}

export interface ModelDecisions {
  readonly end: ConversationEnd;
  /** Null where the answer has none in the required form. */
  readonly said: readonly ValidatorDecision[] | null;
  /** Ids of findings whose lines it had before it: others are not its to decide. */
  readonly read: ReadonlySet<string>;
}

/** What the model says of the findings. Alarms of other tools are judged by it too (wiring/triage-judge.ts). */
export async function askDecisions(
  task: ValidationTask,
  session: AuditSession,
  signal: AbortSignal,
  options: AuditModelOptions,
): Promise<ModelDecisions> {
  const nonce = options.createNonce(`validate/${task.agentId}`);
  const log: DecisionLog = { returned: null };
  const given = { ...options, hasTools: task.batch.by === 'agent' && options.hasTools };
  const feed = feedOnce(() => feedPlaces(session, task.findings));
  const end = await converseOrFeed(given, (terms) =>
    askValidator(task, session, signal, {
      options: terms,
      key: nameCalls(task.agentId, given, terms),
      nonce,
      feed,
      log,
    }),
  );
  const isRead = ({ file, line }: ValidationTask['findings'][number]): boolean =>
    isCovered(end.seen.get(file) ?? [], [{ start: line, end: line }]);
  const returned = end.kind === 'result' ? log.returned : null;
  const validations = returned ?? parseValidationResult(readResult(end.text, nonce))?.validations ?? null;
  return {
    end,
    said: validations === null ? null : readDecisions(validations, end.seen),
    read: new Set(task.findings.filter(isRead).map(({ id }) => id)),
  };
}

/** Why a finding stays open: it was judged unread, the second analysis could not tell either, or nobody spoke of it. */
function explainOpen(
  { id, rule }: ValidationTask['findings'][number],
  { said, read }: { readonly said: readonly ValidatorDecision[]; readonly read: ReadonlySet<string> },
  second: readonly UndecidedFinding[],
): UndecidedFinding {
  const heard = said.find((decision) => decision.id === id) ?? null;
  const checked = rule === null ? undefined : second.find((each) => each.id === id);
  if (heard !== null && heard.verdict !== 'rejected' && !read.has(id))
    return { id, verification: '', reason: `rated ${heard.verdict} without reading its lines` };
  const objection = objectionOf(heard);
  if (checked !== undefined) return { ...checked, reason: `second analysis: ${checked.reason}${objection}` };
  return { id, verification: '', reason: `the validator did not decide it${objection}` };
}

const standIn = (second: ValidationOutcome, reason: string): ValidationOutcome => ({
  ...second,
  reason,
  method: `${second.method} (no model: ${reason})`,
});

/**
 * An analyzer's finding stands on the better of two words, and no model rejects or weakens it: a model counts where it confirms
 * with every step passed, or where the second analysis decides nothing.
 */
function keepHigher(said: ValidatorDecision | null, checked: ValidatorDecision | null): ValidatorDecision | null {
  const heard = said?.verdict === 'confirmed' ? said : null;
  if (heard !== null && (isWhole(heard) || checked === null)) return heard;
  if (checked === null) return null;
  return { ...checked, reason: `second analysis: ${checked.reason}${objectionOf(said)}` };
}

const objectionOf = (said: ValidatorDecision | null): string =>
  said === null || said.verdict === 'confirmed' ? '' : `; the model objects: ${said.reason}`;

const isWhole = ({ verification }: ValidatorDecision): boolean =>
  listOpenSteps([1, 2, 3, 4], parseSteps(verification)).length === 0;

/** Decisions that came as a call in the last answer. */
interface DecisionLog {
  returned: readonly Validation[] | null;
}

function takeDecisions(args: unknown, log: DecisionLog): CallAnswer {
  const list = isJsonObject(args) ? args.validations : null;
  if (!Array.isArray(list)) return { text: lacksFields([]), isError: true };
  const { validations, lacking } = readValidations(list);
  if (lacking.length > 0) return { text: lacksFields(lacking), isError: true };
  log.returned = validations;
  return { text: DECISIONS_TAKEN, isError: false };
}

const RECORDING_TOOLS: ReadonlySet<string> = new Set([RETURN_DECISIONS.name]);

interface ValidatorPorts {
  /** Without tools the code is in the first message, and there is one call. */
  readonly options: AuditModelOptions;
  readonly key: string;
  readonly nonce: string;
  readonly log: DecisionLog;
  readonly feed: () => Promise<readonly string[]>;
}

async function askValidator(
  { agentId, batch, findings }: ValidationTask,
  session: AuditSession,
  signal: AbortSignal,
  { options, key, nonce, feed, log }: ValidatorPorts,
): Promise<ConversationEnd> {
  const limit = validatorCallLimit(findings.length);
  const isFed = !options.hasTools;
  const maxTurns = isFed ? 1 : VALIDATOR_TURNS;
  const code = isFed ? await feed() : [];
  const ask = options.openAsk(key);
  const canReturn = !isFed && options.handsIn !== true;
  const held = holdDecisions(
    findings.map(({ id }) => id),
    nonce,
  );
  let calls = 0;
  const isWholeResult = (text: string): boolean => parseValidationResult(readResult(text, nonce))?.complete === true;
  const takeHeld = (text: string): boolean => {
    const answer = readHeld(text, nonce);
    return answer !== null && !takeDecisions(answer, log).isError;
  };
  return converse(
    { ...options, ...session, ask, signal },
    {
      nonce,
      system: formatValidationPrompt({
        agentId,
        round: Math.max(1, ...findings.map((finding) => finding.round)),
        sources: [...new Set(findings.map(({ agent }) => agent))],
        steps: batch.steps,
        maxToolCalls: limit,
        maxTurns,
        isFed,
        canReturn,
        ...(isHeld(options) ? { heldForm: held.form } : {}),
        nonce,
      }),
      briefing: formatFindings(findings, code, options.fenceName),
      maxTurns,
      lastExplorationTurn: isFed ? 1 : maxTurns - 2,
      tools: isFed ? [] : [...session.context().definitions, ...(canReturn ? [RETURN_DECISIONS] : [])],
      recordingTools: RECORDING_TOOLS,
      beginAnswer: () => {
        log.returned = null;
      },
      hasReturned: () => log.returned !== null,
      answer: async (call) => {
        if (call.name === RETURN_DECISIONS.name) return takeDecisions(call.args, log);
        calls += 1;
        return calls > limit ? { text: refusesReading(limit), isError: true } : lookUp(session.context(), call);
      },
      ...holdAnswers(options, held),
      isResult: (text, hasEnded) => isWholeResult(text) || (hasEnded && takeHeld(text)),
      isUsable: (text) => isWholeResult(text) || readHeld(text, nonce) !== null,
      mustReturn: VALIDATION_MUST_RETURN,
      countFindings: () => findings.length,
      compress: VALIDATION_COMPRESS,
    },
  );
}
