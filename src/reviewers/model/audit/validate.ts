/** A validator that is a model: it re-reads the code and decides what others found (FACT-08, AUD-32). */
import type { AuditDesk, ValidationOutcome, ValidationTask, ValidatorDecision } from '../../../audit-port.ts';
import { formatFindings, formatValidationPrompt } from '../../../prompts/audit-validate.ts';
import { parseLocation } from '../../../protocol/location.ts';
import { parseValidationResult, type Validation } from '../../../protocol/result-blocks.ts';
import { VALIDATOR_TURNS, validatorCallLimit } from '../../../protocol/validation-plan.ts';
import { talkToAgent } from './agent-talk.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import { describeTools } from './describe-tools.ts';

export async function validateWithModel(
  task: ValidationTask,
  desk: AuditDesk,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<ValidationOutcome> {
  const nonce = options.createNonce(`validate/${task.agentId}`);
  const method = `model ${options.modelName}`;
  const limit = validatorCallLimit(task.findings.length);
  let calls = 0;
  const round = Math.max(1, ...task.findings.map((finding) => finding.round));
  const end = await talkToAgent({
    desk,
    ask: options.openAsk(task.agentId),
    counter: options.counter,
    thresholds: options.thresholds,
    maxOutputTokens: options.maxOutputTokens,
    system: formatValidationPrompt({
      agentId: task.agentId,
      round,
      steps: task.batch.steps,
      maxToolCalls: limit,
      maxTurns: VALIDATOR_TURNS,
      nonce,
    }),
    briefing: formatFindings(task.findings, options.fenceName),
    maxTurns: VALIDATOR_TURNS,
    lastExplorationTurn: VALIDATOR_TURNS - 2,
    tools: describeTools(desk),
    mustReturn: 'Stop reading. Write your decisions now, in the agreed form.',
    answer: async (name, args) => {
      calls += 1;
      if (calls > limit) return { text: `refused: your ${limit} readings are used up`, isError: true };
      const answer = await desk.context().call(name, args);
      return { text: answer.text, isError: answer.kind === 'failed' };
    },
    isResult: (text) => text.includes(nonce) && parseValidationResult(text)?.complete === true,
    signal,
  });
  const result = parseValidationResult(end.text);
  if (result === null)
    return { kind: 'failed', reason: end.reason ?? 'no decisions in the agreed form', decisions: [], method };
  return { kind: 'decided', reason: end.reason, method, decisions: result.validations.map(toDecision) };
}

function toDecision({ id, verdict, verification, evidenceFile, reason }: Validation): ValidatorDecision {
  const [where = '', ...quote] = evidenceFile.split(' — ');
  const location = parseLocation(where);
  return {
    id,
    verdict,
    verification,
    evidenceFile,
    reason,
    contradiction:
      location === null || location.line === null || quote.length === 0
        ? null
        : { file: location.file, line: location.line, quote: quote.join(' — ') },
  };
}
