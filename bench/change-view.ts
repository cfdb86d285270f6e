/** How often a model is given the flaw of a seeded change and what is needed to see it, and at what share of whole files' tokens. */
import { measureDelivery } from '../test/eval/measure-delivery.ts';
import { makeSeededChange, SEEDED_CHANGES } from '../test/eval/seeded-changes.ts';
import type { BenchResult } from './bench-result.ts';

export async function benchChangeView(): Promise<readonly BenchResult[]> {
  let seen = 0;
  let shown = 0;
  let whole = 0;
  const missed: string[] = [];
  for (let i = 0; i < SEEDED_CHANGES; i += 1) {
    const { id, missing, shownTokens, wholeTokens, isComplete } = await measureDelivery(makeSeededChange(i));
    if (missing.length === 0 && isComplete) seen += 1;
    else missed.push(`${id}: ${missing.join(' | ')}`);
    shown += shownTokens;
    whole += wholeTokens;
  }
  const each = { rounds: 1, note: missed.length === 0 ? null : `not given: ${missed.join('; ')}` };
  return [
    {
      name: 'flaw and what it rests on are given',
      ours: seen,
      peer: SEEDED_CHANGES,
      ratio: seen / SEEDED_CHANGES,
      unit: 'changes',
      peerName: 'all',
      ...each,
    },
    {
      name: 'tokens of the given text',
      ours: shown / SEEDED_CHANGES,
      peer: whole / SEEDED_CHANGES,
      ratio: shown / whole,
      unit: 'tokens a change',
      peerName: 'whole files',
      ...each,
      note: null,
    },
  ];
}
