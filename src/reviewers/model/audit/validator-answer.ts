/** The answer of a validator as text: where its block ends, and what each decision quotes. */
import type { ValidatorDecision } from '../../../ports/auditor.ts';
import { parsePlace } from '../../../protocol/findings/location.ts';
import type { Validation } from '../../../protocol/output/result-blocks.ts';

const END = '===VALIDATION_RESULT_END';

/** Only the end marker with our nonce ends the block; a plain one stands in quoted code (HOST-03). */
export function readResult(text: string, nonce: string): string {
  const own = `${END}:${nonce}===`;
  const lines = text.split('\n').filter((line) => line.trimEnd() !== `${END}===`);
  const at = lines.findIndex((line) => line.trimEnd() === own);
  return at < 0 ? lines.join('\n') : [...lines.slice(0, at), `${END}===`, ''].join('\n');
}

/** A decision with the code that it quotes against the finding. */
export function toDecision({ id, verdict, verification, evidenceFile, reason }: Validation): ValidatorDecision {
  const [where = '', ...quote] = evidenceFile.split(' — ');
  const at = parsePlace(where);
  return {
    id,
    verdict,
    verification,
    evidenceFile,
    reason,
    contradiction:
      at === null || quote.length === 0 ? null : { file: at.file, line: at.line, quote: quote.join(' — ') },
  };
}
