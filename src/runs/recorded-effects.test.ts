import { expect, test } from 'vitest';
import type { Analyzer, AnalyzerOutcome } from '../ports/analyzer.ts';
import type { Snapshot } from '../ports/repository.ts';
import { createMemoryJournal } from '../testing/memory-journal.ts';
import { journalAnalyzer } from './recorded-effects.ts';

const FOUND: AnalyzerOutcome = { status: 'completed', reason: null, findings: [], unfinished: [] };
const snapshot = {} as Snapshot;
const { signal } = new AbortController();
const fileAt = (path: string) => ({ path, language: null, text: '', changed: null });
const hashOf = (text: string): string => Buffer.from(text).toString('hex').padEnd(16, '0');

/** Like a program that says its version when it first runs. */
function createLateSpeaker(): Analyzer & { readonly scans: () => number } {
  let version: string | null = null;
  let scans = 0;
  return {
    name: 'late',
    get version() {
      return version;
    },
    reviewers: ['security-reviewer'],
    accepts: () => true,
    scan: async () => {
      scans += 1;
      version = '1.2.3';
      return FOUND;
    },
    scans: () => scans,
  };
}

test('an analyzer that learns its version while it scans says the same where its scans are replayed', async () => {
  const journal = createMemoryJournal({});
  const made = journalAnalyzer(createLateSpeaker(), journal, hashOf);
  for (const path of ['a', 'b']) expect(await made.scan([fileAt(path)], snapshot, signal)).toEqual(FOUND);
  const again = createLateSpeaker();
  const played = journalAnalyzer(again, journal.reopen({}), hashOf);
  for (const path of ['a', 'b']) expect(await played.scan([fileAt(path)], snapshot, signal)).toEqual(FOUND);
  expect([made.version, played.version, again.scans()]).toEqual(['1.2.3', '1.2.3', 0]);
  expect(played.accepts('a', null, 'security-reviewer')).toBe(true);
});
