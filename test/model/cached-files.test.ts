// What may be taken from an earlier run and what may not: whole reviews by a scripted model, one after the other.
import { describe, expect, test } from 'vitest';
import type { ReviewRequest } from '../../src/engine/review/review-request.ts';
import type { ModelDriverOptions } from '../../src/reviewers/model/review/review-agent.ts';
import {
  createCountingIds,
  createMemoryReuse,
  createMemoryReviewCache,
  createScriptedDriver,
} from '../../src/testing/index.ts';
import type { MemoryFile } from '../../src/testing/memory-repository.ts';
import type { ScriptedTurn } from '../../src/testing/scripted-model.ts';
import { answer, finding, report, reviewByScript, type ScriptedReview } from './scripted-review.ts';

const FILES = {
  'src/a.ts': 'const a = query(input);\n',
  'src/b.ts': 'const b = query(input);\n',
  'lib/db.ts': 'export const query = (text: string) => text;\n',
};

interface Terms {
  readonly files?: Readonly<Record<string, MemoryFile>>;
  readonly mayReadCache?: boolean;
  readonly options?: Partial<ModelDriverOptions>;
  readonly request?: Partial<ReviewRequest>;
}

/** Runs over the same folder that cache what they have reviewed. */
function openMemory() {
  const reviewCache = createMemoryReviewCache();
  const ids = createCountingIds();
  return {
    reviewCache,
    review: (turns: readonly ScriptedTurn[], terms: Terms = {}): Promise<ScriptedReview> =>
      reviewByScript(turns, {
        files: { ...FILES, ...terms.files },
        options: { rules: 'rules 1', ...terms.options },
        request: { selection: { kind: 'paths', patterns: ['src'] }, ...terms.request },
        ports: { ids, reuse: createMemoryReuse(reviewCache, terms.mayReadCache) },
      }),
  };
}

const QUIET: readonly ScriptedTurn[] = [{ says: answer() }];
const FOUND: readonly ScriptedTurn[] = [{ says: answer({ findings: [finding()], verdict: 'WARN' }) }];
/** What the model was asked about, if it was. */
const askedFor = ({ questions }: ScriptedReview): readonly string[] =>
  Object.keys(FILES).filter((path) => JSON.stringify(questions[0]?.messages ?? '').includes(`${path}\\": 1 lines`));
const recalledIn = ({ document }: ScriptedReview): number => document.agents[0]?.files_recalled ?? -1;

test('an unchanged file is not given again; its findings pass the checks of the host again', async () => {
  const { review } = openMemory();
  const first = await review(FOUND);
  const second = await review([]);
  expect(second.document.findings).toEqual(first.document.findings);
  expect(second.document).toMatchObject({ complete: true, verdict: first.document.verdict });
  expect(second.document.usage.reused_calls).toBe(1);
  expect(recalledIn(second)).toBe(2);
});

test('a changed file is given alone, and what was cached stays as it was', async () => {
  const { review } = openMemory();
  const first = await review(FOUND);
  const second = await review(QUIET, { files: { 'src/b.ts': 'const b = 2;\n' } });
  expect(askedFor(second)).toEqual(['src/b.ts']);
  expect([first, second].map(({ document }) => document.budget.total_tokens)).toEqual([8, 4]);
  expect(second.document.findings.map(({ file }) => file)).toEqual(['src/a.ts']);
  // The word of the agent about one file is not its word about both.
  expect(second.document.agents[0]).toMatchObject({ verdict: 'WARN', files_reviewed: 2, files_recalled: 1 });
});

describe('everything is asked again', () => {
  const security = { name: 'security-reviewer', role: 'Looks.', baseBudgetTokens: 8192, categories: [] };
  const reviewer = { ...security, languages: null, canVeto: true, model: null, instructions: 'Look for queries.' };
  const cases: Readonly<Record<string, Terms>> = {
    'where the user wants it': { mayReadCache: false },
    'of another model': { options: { modelName: 'scripted/other' } },
    'under other rules': { options: { rules: 'rules 2' } },
    'with other guidance of the project': { options: { guidance: [{ path: 'REVIEW.md', text: 'Be strict.' }] } },
    'with another prompt': { request: { roster: [reviewer] } },
    'with other thresholds': { options: { thresholds: { fullAnalysis: 0.7, highSeverity: 0.95, forceReturn: 0.98 } } },
    'by a model that is handed its files': { options: { hasTools: false } },
  };
  test.each(Object.entries(cases))('%s', async (_name, terms) => {
    const { review } = openMemory();
    await review(QUIET);
    const second = await review(QUIET, terms);
    expect(askedFor(second)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(recalledIn(second)).toBe(0);
    expect(second.document.usage.reused_calls).toBe(0);
  });
});

test('a file that was moved is reviewed under its new path', async () => {
  const { review } = openMemory();
  await review(QUIET, { files: { 'src/c.ts': 'moved\n' } });
  const second = await review(QUIET, { files: { 'src/d.ts': 'moved\n' } });
  expect(recalledIn(second)).toBe(2);
  expect(JSON.stringify(second.questions[0]?.messages)).toContain('src/d.ts');
});

describe('what an agent has looked into is part of its answer', () => {
  const looks = (name: string, args: object): readonly ScriptedTurn[] => [{ calls: [{ name, args }] }, ...QUIET];
  test.each([
    ['read_file', { path: './lib/db.ts' }],
    ['outline', { path: 'lib/db.ts' }],
    ['grep', { pattern: 'export' }],
  ])('with %s', async (name, args) => {
    const { review } = openMemory();
    await review(looks(name, args));
    expect(recalledIn(await review([]))).toBe(2);
    const changed = await review(QUIET, { files: { 'lib/db.ts': 'export const query = 1;\n' } });
    expect(recalledIn(changed)).toBe(0);
  });

  test('also that there was no such file', async () => {
    const { review } = openMemory();
    await review(looks('read_file', { path: 'lib/guard.ts' }));
    const added = await review(QUIET, { files: { 'lib/guard.ts': 'export {};\n' } });
    expect(recalledIn(added)).toBe(0);
  });

  test('but not what it never saw', async () => {
    const { review } = openMemory();
    await review(QUIET);
    expect(recalledIn(await review([], { files: { 'lib/db.ts': 'export const query = 1;\n' } }))).toBe(2);
  });
});

test('a finding that speaks of another file is reviewed again when that one changes; its neighbours are not', async () => {
  const { review } = openMemory();
  const cites = finding({ issue: 'query() of db.ts builds the statement from input.' });
  await review([{ says: answer({ findings: [cites], verdict: 'WARN' }) }]);
  const second = await review(QUIET, { files: { 'lib/db.ts': 'export const query = 1;\n' } });
  expect(askedFor(second)).toEqual(['src/a.ts']);
});

describe('nothing is cached of an agent', () => {
  const cut = { kind: 'truncated', finish: 'length', continuation: null } as const;
  const cases: Readonly<Record<string, readonly ScriptedTurn[]>> = {
    'that was cut off': [{ calls: [report()], end: cut as never }],
    'whose answer broke off': [
      { calls: [report()] },
      { says: ['===AGENT_RESULT===\n{"findings": ['], end: cut as never },
    ],
    'whom the run refused': [{ denied: true }],
  };
  test.each(Object.entries(cases))('%s', async (_name, turns) => {
    const { review, reviewCache } = openMemory();
    await review(turns);
    expect(reviewCache.texts.size).toBe(0);
    expect(askedFor(await review(QUIET))).toEqual(['src/a.ts', 'src/b.ts']);
  });
});

test('nothing is cached where another model answered than was asked', async () => {
  const { review, reviewCache } = openMemory();
  await review(QUIET, { options: { modelName: 'scripted/first-choice' } });
  expect(reviewCache.texts.size).toBe(0);
});

test('beyond full analysis only what was finished before is cached', async () => {
  const { review } = openMemory();
  const muchToSay = `${'word '.repeat(7000)}\n`;
  const done = { name: 'file_done', args: { path: 'src/a.ts' } };
  const first = await review([{ calls: [done] }, { says: [muchToSay, ...answer()] }]);
  expect(first.document.agents[0]).toMatchObject({
    mode: 'high_severity_only',
    status: 'completed',
    files_reviewed: 2,
  });
  expect(askedFor(await review(QUIET))).toEqual(['src/b.ts']);
});

test('in a context of its own an agent is not given again what it has read to its end, in however many waves', async () => {
  const { review } = openMemory();
  const long = (name: string): string => `${name} query(input)\n${`${'word '.repeat(99)}word\n`.repeat(83)}`;
  const terms: Terms = { files: { 'src/a.ts': long('a'), 'src/b.ts': long('b') }, request: { waves: 'auto' } };
  const look = { name: 'read_file', args: { path: 'src/a.ts', start_line: 1, end_line: 1 } };
  const next = { name: 'next_file', args: {} };
  const first = await review(
    [
      { calls: [look] },
      // The second place has not reached it yet.
      { calls: [report(), report({ line: 2, evidence: 'word word', cwe: 'CWE-1' })] },
      { calls: [next, next] },
      { says: answer({ verdict: 'WARN' }) },
      { calls: [next, next] },
      { says: answer() },
    ],
    terms,
  );
  expect(first.document).toMatchObject({ complete: true, budget: { isolation: 'branch' } });
  expect(first.document.agents.map(({ files_reviewed: files, mode }) => [files, mode])).toEqual([
    [1, 'full'],
    [1, 'full'],
  ]);
  expect(first.document.findings.map(({ line, status }) => [line, status]).sort()).toEqual([
    [1, 'confirmed'],
    [2, 'rejected'],
  ]);
  const second = await review([], terms);
  expect(second.document.agents).toMatchObject([{ files_reviewed: 2, files_recalled: 2, verdict: 'WARN' }]);
  expect(second.document.findings).toEqual(first.document.findings);
  expect(second.document.usage.reused_calls).toBe(6);
});

test('what an agent finds in a cached file while it looks at another is kept, and rests on that other', async () => {
  const { review } = openMemory();
  await review(QUIET);
  const changed = { 'src/b.ts': 'const b = a;\n' };
  const look = { name: 'read_file', args: { path: 'src/a.ts' } };
  const second = await review([{ calls: [look] }, { calls: [report()] }, { says: answer() }], { files: changed });
  expect(recalledIn(second)).toBe(1);
  expect(second.document.findings.filter(({ status }) => status === 'confirmed')).toMatchObject([{ file: 'src/a.ts' }]);
  const third = await review([], { files: changed });
  expect(recalledIn(third)).toBe(2);
  expect(third.document.findings.map(({ fingerprint, status }) => [fingerprint, status])).toEqual(
    second.document.findings.map(({ fingerprint, status }) => [fingerprint, status]),
  );
  expect(recalledIn(await review(QUIET, { files: { 'src/b.ts': 'const b = 1;\n' } }))).toBe(0);
});

test('of a cached file an agent may speak only with its lines before it', async () => {
  const { review } = openMemory();
  await review(QUIET);
  const files = { 'src/b.ts': 'const b = 0;\n' };
  const { document } = await review([{ calls: [report()] }, { says: answer() }], { files });
  expect(document.findings.map(({ file, status }) => [file, status])).toEqual([['src/a.ts', 'rejected']]);
});

describe('an objection that no finding shows', () => {
  const objects: readonly ScriptedTurn[] = [{ says: answer({ verdict: 'VETO', veto_reasons: ['I do not like it'] }) }];

  test('stands as long as all files it may concern are the same', async () => {
    const { review } = openMemory();
    const first = await review(objects);
    const second = await review([]);
    expect(second.document.verdict).toBe('WARN');
    expect(second.document.verdict_trace).toEqual(first.document.verdict_trace);
    expect(second.document.verdict_trace.join()).toContain('I do not like it');
  });

  test('is made anew, over all of them, when one of them changes', async () => {
    const { review } = openMemory();
    await review(objects);
    const second = await review(QUIET, { files: { 'src/b.ts': 'const b = 2;\n' } });
    expect(askedFor(second)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(second.document.verdict).toBe('OK');
  });
});

describe('an objection that findings on untouched lines show', () => {
  const changed = (path: string, second = 'let x = 1;'): Readonly<Record<string, MemoryFile>> => ({
    [path]: { text: `const old = query(input);\n${second}\n`, changed: [{ start: 2, end: 2 }] },
  });
  const branch = (files: Readonly<Record<string, MemoryFile>>): Terms => ({
    files,
    request: { selection: { kind: 'auto' } },
  });
  const pushed = { ...changed('src/a.ts'), ...changed('src/b.ts', 'let x = 2;') };
  const askedOn = ({ questions }: ScriptedReview): readonly string[] =>
    Object.keys(FILES).filter((path) => JSON.stringify(questions[0]?.messages ?? '').includes(`${path}\\": `));

  test.each([
    ['WARN', {}, []],
    [
      'VETO',
      { severity: 'HIGH', category: 'secrets', title: 'A key' },
      ['security-reviewer said VETO, secret: A key (src/a.ts:1)'],
    ],
  ] as const)('%s stands, and only what changed is asked', async (verdict, fields, trace) => {
    const { review } = openMemory();
    const said = answer({ findings: [finding(fields)], verdict, veto_reasons: verdict === 'VETO' ? ['A key'] : [] });
    const first = await review([{ says: said }], branch({ ...changed('src/a.ts'), ...changed('src/b.ts') }));
    expect(first.document.findings.map(({ introduced }) => introduced)).toEqual([false]);
    const second = await review(QUIET, branch(pushed));
    expect(askedOn(second)).toEqual(['src/b.ts']);
    expect(recalledIn(second)).toBe(1);
    expect(second.document.findings).toEqual(first.document.findings);
    expect(second.document).toMatchObject({ complete: true, verdict });
    for (const line of trace) expect(second.document.verdict_trace.join('\n')).toContain(line);
  });

  test('ends with the file that shows it', async () => {
    const { review } = openMemory();
    await review(FOUND, branch({ ...changed('src/a.ts'), ...changed('src/b.ts') }));
    await review(QUIET, branch(pushed));
    const third = await review(QUIET, branch({ ...pushed, ...changed('src/a.ts', 'let x = 3;') }));
    expect(askedOn(third)).toEqual(['src/a.ts']);
    expect(third.document).toMatchObject({ complete: true, verdict: 'OK', findings: [] });
  });
});

test('claims that never fitted the file are rejected again, for the same reason', async () => {
  const { review } = openMemory();
  const first = await review([{ says: answer({ findings: [finding({ line: 500 })] }) }]);
  const second = await review([]);
  expect(first.document.findings.map(({ status }) => status)).toEqual(['rejected']);
  expect(second.document.findings).toEqual(first.document.findings);
});

test('what analyzers find is found anew, before what is cached', async () => {
  const hit = { ...finding({ severity: 'LOW', title: 'measured', issue: 'measured', rule: 'r1' }) };
  const claim = { ...hit, id: null, dimension: null, cwe: null, endLine: 1, references: [], related: [] };
  const rest = { source: null, sink: null, flow: null, impact: null, confidence: 0.9, originallyTruncated: false };
  const events = [
    { kind: 'finding', finding: { ...claim, ...rest, extra: {} } },
    {
      kind: 'outcome',
      outcome: { status: 'completed', cutoffReason: null, verdict: null, vetoReasons: [], message: null },
    },
  ];
  const analyzers = createScriptedDriver({ 'security-reviewer': events as never }, { hasContext: false });
  const { review } = openMemory();
  const first = await review(FOUND, { options: { analyzers } });
  const second = await review([], { options: { analyzers } });
  expect(analyzers.assignments.map(({ files }) => files.map(({ path }) => path))).toEqual([
    ['src/a.ts', 'src/b.ts'],
    ['src/a.ts', 'src/b.ts'],
  ]);
  expect(second.document.findings).toEqual(first.document.findings);
  expect(second.document.findings.flatMap(({ reported_by: by }) => by.map(({ rule }) => rule))).toContain('r1');
});

test('what was cached after a run began is not for that run, whichever began first', async () => {
  const { review, reviewCache } = openMemory();
  await review(QUIET);
  const [[key = '', text = ''] = []] = reviewCache.texts;
  const { at } = JSON.parse(text);
  reviewCache.texts.set(key, JSON.stringify({ ...JSON.parse(text), at: at + 60_000 }));
  const second = await review(QUIET);
  expect([askedFor(second), recalledIn(second)]).toEqual([['src/a.ts'], 1]);
});

test('a store that was tampered with is not believed: what does not fit the form or the file is not taken', async () => {
  const { review, reviewCache } = openMemory();
  await review(FOUND);
  for (const [key, text] of reviewCache.texts)
    reviewCache.texts.set(key, text.replace('"severity":"HIGH"', '"severity":"NONE"'));
  const second = await review(QUIET);
  expect(askedFor(second)).toEqual(['src/a.ts']);
  for (const [key, text] of reviewCache.texts)
    reviewCache.texts.set(key, text.replace('"claims":[]', `"claims":[{"finding":${JSON.stringify({})},"model":"x"}]`));
  expect(recalledIn(await review(QUIET))).toBe(0);
});
