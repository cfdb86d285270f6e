/**
 * Reads the text of a validator's answer: cuts the result block at the end marker with our nonce, and adds to each decision the code
 * it quotes, if the model was given those lines. Called by validate.ts and review/verify-claims.ts.
 */
import type { ValidatorDecision } from '../../../ports/auditor.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { parsePlace } from '../../../protocol/findings/location.ts';
import type { Validation } from '../../../protocol/output/result-blocks.ts';
import type { DeliveredLines } from '../agent-policy.ts';

const END = '===VALIDATION_RESULT_END';

/** Only the end marker with our nonce ends the block; a plain one stands in quoted code (HOST-03). */
export function readResult(text: string, nonce: string): string {
  const own = `${END}:${nonce}===`;
  const lines = text.split('\n').filter((line) => line.trimEnd() !== `${END}===`);
  const at = lines.findIndex((line) => line.trimEnd() === own);
  return at < 0 ? lines.join('\n') : [...lines.slice(0, at), `${END}===`, ''].join('\n');
}

/** Decisions with the code that they quote against the finding; code that the validator was never given is no quote. */
export const readDecisions = (validations: readonly Validation[], seen: DeliveredLines): readonly ValidatorDecision[] =>
  validations.map(({ id, verdict, verification, evidenceFile, reason }) => {
    const [where = '', ...quote] = evidenceFile.split(' — ');
    const at = quote.length === 0 ? null : parsePlace(where);
    const isRead = at !== null && isCovered(seen.get(at.file) ?? [], [{ start: at.line, end: at.line }]);
    const contradiction = isRead ? { file: at.file, line: at.line, quote: quote.join(' — ') } : null;
    return { id, verdict, verification, evidenceFile, reason, contradiction };
  });
