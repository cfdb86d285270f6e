import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { duplication } from './declaration.ts';
import { createLineWindows, WINDOW } from './line-windows.ts';

const BLOCK = Array.from({ length: 30 }, (_, i) => `  total += weigh(items[${i}], rates.of${i}, 'unit ${i}');\n`).join(
  '',
);
describeAnalyzer(duplication, {
  files: { 'a.js': `export function a() {\n${BLOCK}}\n`, 'b.js': `export function b() {\n${BLOCK}}\n` },
  finds: ['b.js:2 duplicated-block'],
});

const analyzer = openAnalyzer(duplication);

const block = (name: string): string =>
  Array.from(
    { length: 14 },
    (_, index) => `  const ${name}${index} = compute(${index}, 'value ${index}', options);`,
  ).join('\n');
const table = Array.from({ length: 20 }, (_, index) => `  key${index}: 'value number ${index} of the table',`).join(
  '\n',
);

describe('duplication analyzer', () => {
  test('reports a repeated block once, on the later place, whatever its comments', async () => {
    const outcome = await scanProject(analyzer, {
      'src/a.ts': `function a() {\n${block('x')}\n}\n`,
      'src/b.ts': `// other\n\nfunction b() {\n${block('x').replaceAll(';', '; // note')}\n}\n`,
    });
    expect(placesOf(outcome)).toEqual(['duplicated-block src/b.ts:4']);
    expect(outcome.findings[0]).toMatchObject({
      endLine: 17,
      severity: 'LOW',
      title: '14 lines repeat src/a.ts:2',
      extra: { effort: 'small', other_file: 'src/a.ts', other_line: 2 },
    });
  });

  test('does not take short blocks, imports, tables or tests for duplicates', async () => {
    const outcome = await scanProject(analyzer, {
      'src/a.ts': `const a = {\n${table}\n};\n`,
      'src/b.ts': `const b = {\n${table}\n};\n`,
      'src/c.ts': block('c').split('\n').slice(0, 11).join('\n'),
      'src/d.ts': `${block('c').split('\n').slice(0, 11).join('\n')}\n${block('d')}`,
      'test/e.ts': block('d'),
      'src/f.ts': Array.from(
        { length: 20 },
        (_, index) => `import { a${index} } from './some/module/number/${index}.ts';`,
      ).join('\n'),
      'src/g.ts': Array.from(
        { length: 20 },
        (_, index) => `import { a${index} } from './some/module/number/${index}.ts';`,
      ).join('\n'),
    });
    expect(placesOf(outcome)).toEqual([]);
  });

  test('a folder that is a copy of another is one finding, three files that repeat others are three', async () => {
    const copies = (names: readonly string[]): Record<string, string> =>
      Object.fromEntries(
        names.flatMap((name) => [
          [`src/${name}.ts`, `function f() {\n${block(name)}\n}\n`],
          [`web/src/${name}.js`, `function f() {\n${block(name)}\n}\n`],
        ]),
      );
    expect(placesOf(await scanProject(analyzer, copies(['a', 'b', 'c'])))).toHaveLength(3);
    const outcome = await scanProject(analyzer, copies(['a', 'b', 'c', 'd', 'e']));
    expect(placesOf(outcome)).toEqual(['duplicated-block web/src/a.js:1']);
    expect(outcome.findings[0]?.issue).toContain('4 more files beside it repeat their namesakes');
  });

  test('what a build made of a file is not its duplicate', async () => {
    const text = `function a() {\n${block('x')}\n}\n`;
    const files = { 'src/a.ts': text, 'dist/a.js': text, 'lib/esm/a.js': text, 'lib/a.umd.js': text };
    expect(placesOf(await scanProject(analyzer, files))).toEqual([]);
  });

  test('finds the same whatever portions of the scope it is given', async () => {
    const files = {
      'src/a.ts': `function a() {\n${block('x')}\n}\n`,
      'src/b.ts': `function b() {\n${block('x')}\n}\n`,
      'src/c.ts': `function c() {\n${block('x')}\n${block('y')}\n}\n`,
    };
    const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 10_000_000 };
    const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, rules);
    const scan = (path: keyof typeof files) =>
      analyzer.scan(
        [{ path, language: 'typescript', text: files[path], changed: null }],
        snapshot,
        new AbortController().signal,
      );
    const alone = [...(await scan('src/c.ts')).findings, ...(await scan('src/b.ts')).findings];
    const together = (await scanProject(analyzer, files)).findings;
    expect(alone.map(({ title }) => title)).toEqual(['14 lines repeat src/a.ts:2', '14 lines repeat src/a.ts:2']);
    expect(alone.toReversed()).toEqual(together);
  });

  test('in a change the block is reported where the change put it', async () => {
    const text = `function a() {\n${block('x')}\n}\n`;
    const outcome = await scanProject(analyzer, {
      'src/a.ts': { text, base: '', changed: [{ start: 1, end: 16 }] },
      'src/b.ts': { text: `${text}\nb();\n`, base: text, changed: [{ start: 18, end: 18 }] },
    });
    expect(placesOf(outcome)).toEqual(['duplicated-block src/a.ts:1']);
    expect(outcome.findings[0]?.title).toBe('15 lines repeat src/b.ts:1');
  });

  test('an aborted comparison is not remembered', async () => {
    const files = { 'src/a.ts': block('x'), 'src/b.ts': block('x') };
    const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 10_000_000 };
    const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, rules);
    const given = [{ path: 'src/b.ts', language: 'typescript', text: files['src/b.ts'], changed: null }];
    expect((await analyzer.scan(given, snapshot, AbortSignal.abort())).unfinished).toEqual(['src/b.ts']);
    expect(placesOf(await analyzer.scan(given, snapshot, new AbortController().signal))).toEqual([
      'duplicated-block src/b.ts:1',
    ]);
  });
});

test('windows: a window is found again exactly where its lines stood first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: WINDOW, maxLength: 400 }), (lines) => {
      const windows = createLineWindows();
      windows.add(Int32Array.from(lines));
      const first = new Map<string, number>();
      for (let at = 0; at + WINDOW <= lines.length; at += 1) {
        const key = lines.slice(at, at + WINDOW).join();
        expect(windows.meet(at)).toBe(first.get(key) ?? null);
        if (!first.has(key)) first.set(key, at);
      }
    }),
  );
});

test('windows: grow beyond their first size', () => {
  const windows = createLineWindows();
  const lines = Int32Array.from({ length: 200_000 }, (_, index) => Math.imul(index, 2_654_435_761));
  windows.add(lines);
  const again = windows.add(lines.subarray(0, 50));
  for (let at = 0; at + WINDOW <= lines.length; at += 1) expect(windows.meet(at) === null).toBe(true);
  expect(windows.meet(again)).toBe(0);
  expect(windows.commonLength({ from: 0, to: 200_000 }, { from: again, to: again + 50 })).toBe(50);
});
