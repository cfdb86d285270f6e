import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReviewError } from '../errors.ts';
import { planTurns } from '../protocol/budget/turns.ts';
import { claimFinding } from '../protocol/findings/finding.ts';
import { BUILT_IN_REVIEWERS } from '../protocol/reviewers/reviewer-roster.ts';
import { readAgentInput } from './agent-inputs.ts';
import { fromPortable, toPortable } from './portable.ts';

const file = {
  kind: 'file',
  path: 'src/a.ts',
  language: 'typescript',
  changed: [{ start: 1, end: 2 }],
  tokens: 12,
  estimated: false,
  loc: 3,
  lines: 4,
  branch: null,
};
const recon = {
  modules: [{ name: '.', files: 1, loc: 3 }],
  entryPoints: [{ file: 'src/a.ts', line: 1, kind: 'http', framework: null, label: 'GET /' }],
  endpoints: [],
  dependencies: ['x:1.0.0'],
  spots: [{ dimension: 'D1', file: 'src/a.ts', line: 1, what: 'query' }],
  languages: ['typescript'],
  frameworks: [],
  isLibrary: false,
  documents: [],
  notes: [],
};
const known = {
  ...claimFinding({ severity: 'HIGH', title: 't', issue: 'i' }),
  id: 'F001',
  file: 'src/a.ts',
  line: 1,
  endLine: 1,
  agent: 'agent-r1-01',
  round: 1,
};
const hotspot = { file: 'src/a.ts', lines: { start: 1, end: 2 }, reason: 'a sink' };
const history = {
  round: 2,
  emergency: false,
  gaps: new Set(['D2']),
  filesRead: new Set(['src/a.ts']),
  hotspotFiles: new Set(),
  findingIds: new Set(['F001']),
  searchedScopes: new Map([['query', new Set(['src'])]]),
  falsePositiveLines: new Map([['src/a.ts', [3]]]),
  cleanFiles: new Set(),
  cleanSample: new Set(),
};
const round_context = {
  current_round: 2,
  previous_rounds: [1],
  transfer_data: {
    FILES_READ: ['src/a.ts'],
    COVERED: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`D${i + 1}`, '✅'])),
    GAPS: ['D2'],
  },
};

const TASKS = {
  review: {
    label: 'security-reviewer',
    driver: 'embedded',
    assignment: {
      reviewer: BUILT_IN_REVIEWERS[0],
      round: 1,
      wave: 1,
      budgetTokens: 8192,
      isolation: 'shared',
      branchId: null,
      files: [{ ...file, tier: 3, recorded: 0 }],
      mayContinue: true,
    },
  },
  verify: { driver: 'openai-compatible/one', task: { agentId: 'verifier-01', findings: [known] } },
  hunt: {
    agentId: 'agent-r2-01',
    round: 2,
    emergency: false,
    mode: 'standard',
    dimensions: ['D2'],
    turns: planTurns(2),
    maxToolCalls: 60,
    maxFindings: null,
    files: [file],
    recon,
    hotspots: [hotspot],
    findings: [known],
    transfer: { context: { round_context }, history },
  },
  deepen: { hotspots: [hotspot], findings: [known], chains: [] },
  validate: {
    agentId: 'validator-01',
    batch: { track: '4a', purpose: 'findings', by: 'agent', steps: [1, 2], ids: ['F001'] },
    findings: [known],
  },
} as const;
type Kind = keyof typeof TASKS;
const KINDS = Object.keys(TASKS) as readonly Kind[];

const travel = (value: unknown): unknown => fromPortable(JSON.parse(JSON.stringify(toPortable(value))));

test.each(KINDS)('a task to %s comes through as it was sent', (kind) => {
  expect(readAgentInput(kind, travel(TASKS[kind]), 'x')).toEqual({ kind, task: TASKS[kind] });
});

/** Every way to a value below. */
function* listPaths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return;
  for (const [key, below] of Object.entries(value)) {
    yield [...path, key];
    yield* listPaths(below, [...path, key]);
  }
}

/** Optional, or of any content. */
const FREE = /^(?:extra|delivered)$/u;

test.each(KINDS)('a task to %s that lacks anything, however deep, is refused in words', (kind) => {
  for (const path of listPaths(TASKS[kind])) {
    const [last = '', ...rest] = path.toReversed();
    const broken = structuredClone(TASKS[kind]);
    const parent = rest.toReversed().reduce<Record<string, unknown>>((at, key) => at[key] as never, broken as never);
    if (Array.isArray(parent) || FREE.test(last)) continue;
    delete parent[last];
    expect(() => readAgentInput(kind, broken, 'wave/1/x'), path.join('.')).toThrow(
      /task wave\/1\/x does not match this version/u,
    );
  }
});

test('whatever stands there, it is a task or a refusal', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.anything(), (kind, value) => {
      try {
        readAgentInput(kind, value, 'x');
      } catch (error) {
        return error instanceof ReviewError && error.code === 'no-database';
      }
      return true;
    }),
  );
});
