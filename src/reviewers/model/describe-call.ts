/**
 * Describes in words why a call of a model brought no answer (failed, deferred, not available), with attempts and advice. Called by
 * conversation.ts.
 */
import type { CallResult } from '../../ports/model.ts';

export function describeCall(result: CallResult): string {
  const { outcome, model, attempts } = result;
  if (result.kind === 'deferred') {
    const resumesAt = new Date(result.resumeAtMs).toISOString();
    return `deferred until ${resumesAt}: ${model} ${outcome === null ? 'is not available now' : `${outcome.kind}`}`;
  }
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (outcome === null) return `${model} is not available now${tries}`;
  const message = 'message' in outcome ? `: ${outcome.message.replace(/(?<![.\s])[.\s]+$/u, '')}` : '';
  const advice = outcome.kind === 'failed' ? `${message === '' ? ':' : '.'} ${outcome.advice}` : '';
  return `${model} ${outcome.kind}${tries}${message}${advice}`;
}
