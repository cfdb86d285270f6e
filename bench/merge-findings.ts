/**
 * Cost of merging by number of findings: two thousand in less than a second, and ten times as many for at most twelve
 * times as much, fifteen where words fill the memory. A row above its bar fails the run.
 */
import { mergeFindings } from '../src/protocol/findings/merge.ts';
import type { Mergeable } from '../src/protocol/findings/mergeable.ts';
import { SEVERITIES } from '../src/protocol/findings/severity.ts';
import { type BenchResult, median } from './bench-result.ts';

const REVIEW = 2_000;
const SMALL = 5_000;
const LARGE = 50_000;
const AGENTS = 6;
const FINDINGS_PER_FILE = 50;
const PLACES_PER_FILE = 20;
const ROUNDS = 3;
const MOST_TIMES = { placed: 12, text: 15 } as const;
const MOST_MILLISECONDS = 1_000;
const CWES = ['CWE-22', 'CWE-78', 'CWE-79', 'CWE-89', 'CWE-327', 'CWE-502', 'CWE-798', 'CWE-918'];
const RULES = Array.from({ length: 40 }, (_, i) => `rule-${i}`);
const VERBS = ['reads', 'writes', 'parses', 'logs', 'trusts', 'compares', 'decodes', 'forwards', 'caches', 'truncates'];
const NOUNS = [
  'header',
  'cookie',
  'path',
  'query',
  'body',
  'token',
  'amount',
  'locale',
  'redirect',
  'template',
  'session',
  'digest',
];

/** The same findings on every machine: a small linear congruential sequence. */
function createPicker(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** As a run hands them over: agent by agent, file by file, several agents around the same places. */
function makeFindings(count: number, seed: number, placed: boolean): readonly Mergeable[] {
  const pick = createPicker(count + seed);
  const word = (list: readonly string[]): string => list[pick(list.length)] ?? '';
  const paths = Array.from({ length: count / FINDINGS_PER_FILE }, (_, i) => `src/module-${i}.ts`);
  const perAgent = Math.ceil(count / AGENTS);
  return Array.from({ length: count }, (_, i) => {
    const name = `${word(VERBS)}${word(NOUNS)}${pick(count)}`;
    const line = placed ? 20 * pick(PLACES_PER_FILE) + pick(4) + 1 : null;
    return {
      id: `F${i}`,
      agent: `agent-${Math.floor(i / perAgent)}`,
      severity: SEVERITIES[pick(4)] ?? 'LOW',
      confidence: 0.6,
      file: placed ? (paths[Math.floor(((i % perAgent) / perAgent) * paths.length)] ?? null) : null,
      line,
      endLine: line,
      cwe: pick(3) === 0 ? null : word(CWES),
      rule: pick(2) === 0 ? null : word(RULES),
      category: 'injection',
      title: name,
      issue: `${name} ${word(VERBS)} the ${word(NOUNS)} of the ${word(NOUNS)} without checking the ${word(NOUNS)} first`,
      evidence: null,
      source: null,
      flow: null,
    };
  });
}

/** Processor time: a busy machine must not decide. */
const timeMerge = (findings: readonly Mergeable[]): number => {
  const before = process.cpuUsage();
  mergeFindings(findings);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Rounds take turns, so that a slow moment of the machine hits both sizes. The small size is merged as often as it takes to
 * see as many findings, over different sets: garbage collection and cold memory then weigh on both alike.
 */
function compareSizes(
  name: string,
  kind: keyof typeof MOST_TIMES,
  make: (count: number, seed: number) => readonly Mergeable[],
): BenchResult {
  const sets = Array.from({ length: LARGE / SMALL }, (_, i) => make(SMALL, i + 1));
  const large = make(LARGE, 1);
  const timeSets = (): number => sets.reduce((sum, set) => sum + timeMerge(set), 0) / sets.length;
  const review = make(REVIEW, 1);
  timeSets();
  const rounds = Array.from({ length: ROUNDS }, () => ({
    small: timeSets(),
    large: timeMerge(large),
    review: timeMerge(review),
  }));
  const ours = median(rounds.map((round) => round.large));
  const peer = median(rounds.map((round) => round.small));
  const ratio = ours / peer;
  const reviewMilliseconds = median(rounds.map((round) => round.review));
  const holds = ratio <= MOST_TIMES[kind] && reviewMilliseconds < MOST_MILLISECONDS;
  if (!holds) process.exitCode = 1;
  return {
    name,
    rounds: ROUNDS,
    unit: 'ms CPU',
    ours,
    peer,
    peerName: `${SMALL} findings`,
    ratio,
    note: `${LARGE} findings; bar ${MOST_TIMES[kind]} times; ${REVIEW} findings in ${reviewMilliseconds.toFixed(0)} ms, bar ${MOST_MILLISECONDS}: ${holds ? 'held' : 'FAILED'}`,
  };
}

/** The same findings in no order at all: harder on memory than anything a run hands over. */
function shuffle(findings: readonly Mergeable[]): readonly Mergeable[] {
  const pick = createPicker(findings.length);
  return findings
    .map((finding) => ({ finding, key: pick(2 ** 31) }))
    .sort((a, b) => a.key - b.key)
    .map(({ finding }) => ({ ...finding }));
}

export async function benchMerge(): Promise<BenchResult[]> {
  return [
    compareSizes('merge findings with a place', 'placed', (count, seed) => makeFindings(count, seed, true)),
    compareSizes('merge findings with a place, shuffled', 'placed', (count, seed) =>
      shuffle(makeFindings(count, seed, true)),
    ),
    compareSizes('merge findings by their text', 'text', (count, seed) => makeFindings(count, seed, false)),
  ];
}
