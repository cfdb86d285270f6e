/**
 * Merging measured on the findings of a dozen review tools. The pull requests are split by the hash of their id: only the
 * texts of one half were read when the rules were made.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mergeFindings } from './adapter.ts';

const FINDINGS = new URL('../../../shared/data/review/martian-dev.json', import.meta.url);
const SCORER = new URL('../../../shared/eval/consensus.mjs', import.meta.url);
const isAbsent = !existsSync(FINDINGS) || !existsSync(SCORER);

interface Pull {
  readonly id: string;
}

interface Score {
  readonly dedupe: { readonly f1: number };
  readonly consensus: { readonly f1: number };
  readonly singles: readonly { readonly f1: number }[];
}

const LEAST_DEDUPE = 0.95;
const isDevelopment = ({ id }: Pull): boolean => (createHash('sha1').update(id).digest()[19] ?? 0) % 2 === 0;

async function score(keeps: (pull: Pull) => boolean): Promise<Score> {
  const { scoreConsensus } = await import(SCORER.href);
  const { pulls } = JSON.parse(readFileSync(FINDINGS, 'utf8'));
  return scoreConsensus(pulls.filter(keeps), mergeFindings);
}

describe('findings of several tools', () => {
  test.skipIf(isAbsent).each<[string, (pull: Pull) => boolean]>([
    ['development half', isDevelopment],
    ['held-out half', (pull) => !isDevelopment(pull)],
    ['all', () => true],
  ])(
    '%s: duplicates are found, and what three agree on beats the best of them; skipped where the set is absent',
    async (_, keeps) => {
      const { dedupe, consensus, singles } = await score(keeps);
      expect(dedupe.f1).toBeGreaterThanOrEqual(LEAST_DEDUPE);
      expect(consensus.f1).toBeGreaterThan(singles[0]?.f1 ?? 1);
    },
  );
});
