import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksOf, DIMENSIONS, isOfTrack } from '../findings/dimension.ts';
import {
  type ConfigEvidence,
  type ControlEvidence,
  type CoverageEvidence,
  formatControlEvidence,
  isInapplicable,
  isLibraryProject,
  listShortfalls,
  rateEvidence,
  type SinkEvidence,
} from './coverage-evidence.ts';

const sink = (said: Partial<SinkEvidence>): SinkEvidence => ({
  track: 'sink',
  dimension: 'D1',
  searches: 4,
  emptySearches: 0,
  sinks: 9,
  filesHit: 4,
  filesTraced: 1,
  completeFlows: 3,
  checks: [],
  ...said,
});
const control = (said: Partial<ControlEvidence>): ControlEvidence => ({
  track: 'control',
  dimension: 'D3',
  searches: 2,
  endpoints: 10,
  endpointsVerified: 5,
  resourceTypes: 4,
  consistentResourceTypes: 3,
  chains: 8,
  chainsFollowed: 5,
  ...said,
});
const config = (said: Partial<ConfigEvidence>): ConfigEvidence => ({
  track: 'config',
  dimension: 'D7',
  searches: 1,
  checks: ['key-lifecycle'],
  ...said,
});

describe('sink track', () => {
  test.each<[string, Partial<SinkEvidence>, string]>([
    ['three flows', {}, 'covered'],
    ['two flows of many sinks', { completeFlows: 2 }, 'shallow'],
    ['both flows of the only two sinks', { completeFlows: 2, sinks: 2 }, 'covered'],
    ['nine files hit, one traced', { filesHit: 9 }, 'covered'],
    ['ten files hit, two traced', { filesHit: 10, filesTraced: 2 }, 'shallow'],
    ['ten files hit, three traced', { filesHit: 10, filesTraced: 3 }, 'covered'],
    ['eleven files hit, three traced', { filesHit: 11, filesTraced: 3 }, 'shallow'],
    [
      'three searches without hit',
      { filesHit: 0, filesTraced: 0, completeFlows: 0, sinks: 0, emptySearches: 3 },
      'covered',
    ],
    [
      'two searches without hit',
      { filesHit: 0, filesTraced: 0, completeFlows: 0, sinks: 0, emptySearches: 2 },
      'shallow',
    ],
    ['three empty searches beside untraced hits', { filesTraced: 0, completeFlows: 0, emptySearches: 3 }, 'shallow'],
    ['one search', { searches: 1, filesHit: 0, filesTraced: 0, completeFlows: 0, sinks: 0 }, 'shallow'],
    ['nothing done', { searches: 0, filesHit: 0, filesTraced: 0, completeFlows: 0, sinks: 0 }, 'missing'],
    ['SSRF without the rebinding check', { dimension: 'D6', checks: ['scheme', 'address'] }, 'shallow'],
    [
      'SSRF with every check',
      { dimension: 'D6', checks: ['scheme', 'address', 'rebinding'], completeFlows: 1 },
      'covered',
    ],
  ])('%s', (_, said, status) => {
    expect(rateEvidence(sink(said), 'standard')).toBe(status);
  });
});

describe('control track', () => {
  test.each<[string, Partial<ControlEvidence>, string, string]>([
    ['half of the endpoints', {}, 'covered', 'covered'],
    ['three of ten endpoints', { endpointsVerified: 3 }, 'covered', 'shallow'],
    ['two of ten endpoints', { endpointsVerified: 2 }, 'shallow', 'shallow'],
    ['two resource types of four', { consistentResourceTypes: 2 }, 'shallow', 'shallow'],
    ['both resource types of two', { consistentResourceTypes: 2, resourceTypes: 2 }, 'covered', 'covered'],
    ['four sensitive endpoints of eight', { chainsFollowed: 4 }, 'shallow', 'shallow'],
    ['two workflows', { dimension: 'D9', chainsFollowed: 2 }, 'covered', 'covered'],
    ['one workflow of eight', { dimension: 'D9', chainsFollowed: 1 }, 'shallow', 'shallow'],
    ['no endpoints', { endpoints: 0, endpointsVerified: 0 }, 'shallow', 'shallow'],
    ['the only endpoint', { endpoints: 1, endpointsVerified: 1 }, 'covered', 'covered'],
    ['one search', { searches: 1, endpointsVerified: 0 }, 'shallow', 'shallow'],
    ['nothing done', { searches: 0, endpointsVerified: 0 }, 'missing', 'missing'],
  ])('%s', (_, said, standard, deep) => {
    expect([rateEvidence(control(said), 'standard'), rateEvidence(control(said), 'deep')]).toEqual([standard, deep]);
  });

  test('shown as rate and number of types', () => {
    expect(formatControlEvidence(control({ endpointsVerified: 1, endpoints: 3 }))).toEqual([
      'epr: verified=1 total=3 rate=33%',
      'crud_types: 3',
    ]);
    expect(formatControlEvidence(control({ endpointsVerified: 0, endpoints: 0 }))[0]).toBe(
      'epr: verified=0 total=0 rate=0%',
    );
  });
});

describe('config track', () => {
  test.each<[string, Partial<ConfigEvidence>, string]>([
    ['its check done', {}, 'covered'],
    ['searched only', { checks: [] }, 'shallow'],
    ['one check of two', { dimension: 'D2', checks: ['middleware'], searches: 0 }, 'shallow'],
    ['untouched', { checks: [], searches: 0 }, 'missing'],
  ])('%s', (_, said, status) => {
    expect(rateEvidence(config(said), 'deep')).toBe(status);
  });

  test('every config dimension needs a check [FACT-01]', () => {
    for (const dimension of DIMENSIONS.filter((each) => isOfTrack(each, 'config')))
      expect(checksOf(dimension).length).toBeGreaterThan(0);
  });
});

describe('not applicable', () => {
  const empty = (pattern: string, subCategory: string) => ({ pattern, subCategory });
  const evidence = {
    dimension: 'D4',
    reconHits: 0,
    emptyPatterns: [empty('pickle', 'python'), empty('yaml.load', 'python'), empty('readObject', 'java')],
    note: 'no deserializer in use',
  } as const;

  test('needs three patterns of two sub-categories, nothing in recon and a note', () => {
    expect(isInapplicable(evidence, false)).toBe(true);
    expect(isInapplicable({ ...evidence, reconHits: 1 }, false)).toBe(false);
    expect(isInapplicable({ ...evidence, note: ' ' }, false)).toBe(false);
    expect(isInapplicable({ ...evidence, emptyPatterns: evidence.emptyPatterns.slice(1) }, false)).toBe(false);
    const oneCategory = evidence.emptyPatterns.map(({ pattern }) => empty(pattern, 'any'));
    expect(isInapplicable({ ...evidence, emptyPatterns: oneCategory }, false)).toBe(false);
    const repeated = [...evidence.emptyPatterns.slice(1), empty('readObject', 'php')];
    expect(isInapplicable({ ...evidence, emptyPatterns: repeated }, false)).toBe(false);
  });

  test('never for D1; for D2 and D3 of libraries only', () => {
    const judged = (['D1', 'D2', 'D3'] as const).map((dimension) => [
      isInapplicable({ ...evidence, dimension }, false),
      isInapplicable({ ...evidence, dimension }, true),
    ]);
    expect(judged).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
  });

  test('a project without HTTP entry and with five exported APIs is a library', () => {
    expect(isLibraryProject({ httpEntries: 0, exportedApis: 5 })).toBe(true);
    expect(isLibraryProject({ httpEntries: 0, exportedApis: 4 })).toBe(false);
    expect(isLibraryProject({ httpEntries: 1, exportedApis: 50 })).toBe(false);
  });
});

describe('what evidence lacks', () => {
  const hunted = (said: Partial<SinkEvidence> = {}): SinkEvidence => ({
    track: 'sink',
    dimension: 'D1',
    searches: 9,
    emptySearches: 0,
    sinks: 9,
    filesHit: 4,
    filesTraced: 4,
    completeFlows: 3,
    checks: [],
    ...said,
  });
  const guarded = (said: Partial<ControlEvidence> = {}): ControlEvidence => ({
    track: 'control',
    dimension: 'D3',
    searches: 1,
    endpoints: 10,
    endpointsVerified: 10,
    resourceTypes: 3,
    consistentResourceTypes: 3,
    chains: 9,
    chainsFollowed: 9,
    ...said,
  });

  test.each([
    ['flows', hunted({ completeFlows: 1 }), ['1 of 3 full flows from an entry point']],
    ['files', hunted({ filesHit: 20, filesTraced: 2 }), ['calls of 2 of 20 files were traced']],
    [
      'searches',
      hunted({ filesHit: 0, filesTraced: 0, sinks: 0 }),
      ['no call of it is known, and fewer than 3 searches can be trusted'],
    ],
    ['checks', hunted({ dimension: 'D5' }), ['no path was followed to the file system call']],
    ['endpoints', guarded({ endpointsVerified: 2 }), ['2 of 10 endpoints verified, 50% needed']],
    ['rights', guarded({ consistentResourceTypes: 1 }), ['rights agree for 1 of 3 types of resources']],
    ['chains', guarded({ dimension: 'D9', chainsFollowed: 0 }), ['0 of 2 workflows followed']],
    ['no endpoint', guarded({ endpoints: 0, endpointsVerified: 0 }), ['no endpoint is known']],
    [
      'versions',
      { track: 'config', dimension: 'D10', searches: 1, checks: [] },
      ['versions were not compared with advisories'],
    ],
    ['nothing', hunted(), []],
  ] as const)('%s', (_name, evidence, words) => {
    expect(listShortfalls(evidence as CoverageEvidence, 'deep')).toEqual(words);
  });

  test('nothing is lacking exactly where the dimension is covered [FACT-01]', () => {
    const few = fc.nat({ max: 12 });
    const any = fc.record({ filesHit: few, filesTraced: few, completeFlows: few, sinks: few, emptySearches: few });
    fc.assert(
      fc.property(any, (said) => {
        const evidence = hunted(said);
        expect(listShortfalls(evidence, 'deep').length === 0).toBe(rateEvidence(evidence, 'deep') === 'covered');
      }),
    );
    const controls = fc.record({
      endpoints: few,
      endpointsVerified: few,
      resourceTypes: few,
      consistentResourceTypes: few,
      chains: few,
      chainsFollowed: few,
    });
    fc.assert(
      fc.property(controls, (said) => {
        const evidence = guarded(said);
        expect(listShortfalls(evidence, 'deep').length === 0).toBe(rateEvidence(evidence, 'deep') === 'covered');
      }),
    );
  });
});
