import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { LANGUAGES } from '../../protocol/source/language.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { codeQuality } from './declaration.ts';

describeAnalyzer(codeQuality, {
  files: { 'a.js': "import { b } from './b.js';\nexport const c = 1;\n" },
  finds: ['a.js:1 unused-import'],
});

const analyzer = openAnalyzer(codeQuality);
const REVIEWER = 'code-quality-reviewer';

describe('code quality analyzer', () => {
  test('accepts the languages whose blocks it understands, for its reviewer alone', () => {
    const accepted = LANGUAGES.filter(({ name }) => analyzer.accepts(`x`, name, REVIEWER)).map(({ name }) => name);
    expect(accepted.sort()).toEqual(
      'bash c cpp csharp dart go java javascript kotlin php python ruby rust scala swift tsx typescript'.split(' '),
    );
    expect(analyzer.accepts('a.ts', 'typescript', 'security-reviewer')).toBe(false);
  });

  test('tells a hard function once, with everything that is over a limit', async () => {
    const branches = Array.from({ length: 26 }, (_, index) => `  if (a === ${index}) b();`).join('\n');
    const outcome = await scanProject(analyzer, { 'src/a.ts': `\nexport function big(a) {\n${branches}\n}\n` });
    expect(outcome.findings).toEqual([
      expect.objectContaining({
        reviewer: REVIEWER,
        rule: 'complex-function',
        severity: 'LOW',
        category: 'complexity',
        file: 'src/a.ts',
        line: 2,
        evidence: 'export function big(a) {',
        issue: 'big (lines 2–29) has 27 independent paths (limit 25).',
      }),
    ]);
  });

  test('leaves ordinary functions and tests alone', async () => {
    const branches = Array.from({ length: 40 }, (_, index) => `  if (a === ${index}) b();`).join('\n');
    const outcome = await scanProject(analyzer, {
      'src/a.test.ts': `test('x', () => {\n${branches}\n});\n`,
      'src/b.ts': `export function small(a) {\n${branches.split('\n').slice(0, 24).join('\n')}\n}\n`,
    });
    expect(outcome).toEqual({ status: 'completed', reason: null, findings: [], unfinished: [] });
  });

  test('counts lines of code, not comments, in a long file', async () => {
    const code = Array.from({ length: 1001 }, (_, index) => `call${index}();`).join('\n');
    const comments = '// word\n'.repeat(500);
    const long = await scanProject(analyzer, {
      'src/a.js': code,
      'src/b.js': comments + code.split('\n').slice(1).join('\n'),
    });
    expect(placesOf(long).filter((place) => place.startsWith('long-file'))).toEqual(['long-file src/a.js:1']);
  });

  describe('in a change scope', () => {
    const lines = 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n';
    const change = { text: lines, base: '', changed: [{ start: 1, end: 3 }] };

    test('a changed file whose test stayed the same', async () => {
      const outcome = await scanProject(analyzer, { 'src/a.ts': change, 'src/a.test.ts': 'test()' });
      expect(placesOf(outcome)).toEqual(['untested-change src/a.ts:1']);
      expect(outcome.findings[0]?.issue).toBe(
        '3 lines of code changed. src/a.test.ts tests this file and was not changed with it.',
      );
    });

    test('nothing where the test changed too, where the change is small, or where there are no tests', async () => {
      expect(
        placesOf(await scanProject(analyzer, { 'src/a.ts': change, 'src/a.test.ts': { text: 'test()', base: '' } })),
      ).toEqual([]);
      const small = { ...change, changed: [{ start: 2, end: 3 }] };
      expect(placesOf(await scanProject(analyzer, { 'src/a.ts': small, 'src/a.test.ts': 'test()' }))).toEqual([]);
      expect(placesOf(await scanProject(analyzer, { 'src/a.ts': change }))).toEqual([]);
    });

    test('a new file without a test, in a project with tests', async () => {
      const files = { 'src/many.js': { text: lines, base: null }, 'test/other.test.ts': 'test()' };
      const outcome = await scanProject(analyzer, { ...files, 'README.md': { text: 'b\n', base: 'a\n' } });
      expect(placesOf(outcome)).toEqual(['untested-change src/many.js:1']);
      expect(outcome.findings[0]).toMatchObject({ title: 'New code without a test', severity: 'LOW' });
      expect(outcome.findings[0]?.issue).toMatch(/^3 lines of code are new\. The project has tests/u);
    });

    test('nothing about a new file that comes with a test, that a build made, or that nobody tests', async () => {
      const added = { text: lines, base: null };
      const tested = { 'src/many.js': added, 'src/many.test.js': added };
      expect(placesOf(await scanProject(analyzer, tested))).toEqual([]);
      const untestable = { 'dist/a.js': added, 'src/a.d.ts': added, 'vite.config.ts': added };
      expect(placesOf(await scanProject(analyzer, { ...untestable, 'test/other.test.ts': 'test()' }))).toEqual([]);
    });

    test('a project with tests, a change without any', async () => {
      const outcome = await scanProject(analyzer, { 'src/a.ts': change, 'test/other.test.ts': 'test()' });
      expect(placesOf(outcome)).toEqual(['untested-change src/a.ts:1']);
    });

    test('notes in changed comments, once per file, not in strings and not in old lines', async () => {
      const text = '// TODO old\nconst a = "TODO";\n// FIXME new\n// HACK too\n';
      const outcome = await scanProject(analyzer, {
        'src/a.ts': { text, base: '// TODO old\n', changed: [{ start: 2, end: 4 }] },
      });
      expect(placesOf(outcome)).toEqual(['note-added src/a.ts:3']);
      expect(outcome.findings[0]?.issue).toContain('(2 in this file: lines 3, 4)');
    });
  });

  test('an async function of another file that nobody awaits, by how it is used', async () => {
    const store =
      'export async function save(x) {\n  await write(x);\n}\nexport async function tidy() {\n  try { await x(); } catch {}\n}\n';
    const outcome = await scanProject(analyzer, {
      'src/store.ts': store,
      'src/plain.js': 'exports.save = (x) => x;\n',
      'src/a.ts':
        "import { save } from './store.ts';\nexport async function f() {\n  save(1);\n  if (save(2)) g();\n}\n",
      'src/b.js':
        "const { save: keep } = require('./store');\nasync function f() {\n  const kept = keep(1);\n  return kept.id;\n}\nf();\n",
      'src/fine.ts':
        "import { save, tidy } from './store.js';\nexport async function f() {\n  await save(1);\n  void save(2);\n  save(3).catch(g);\n  tidy();\n  return save(4);\n}\nexport function start() {\n  save(5);\n}\n",
      'src/other.js': "const { save } = require('./plain');\nasync function f() {\n  save(1);\n}\nf();\n",
      'app/store.py': 'async def save(x):\n    await write(x)\n',
      'app/a.py':
        'from app.store import save\n\n\nasync def f():\n    save(1)\n    await save(2)\n\n\ndef g():\n    save(3)\n',
    });
    expect(placesOf(outcome).filter((place) => place.startsWith('call-not-awaited'))).toEqual([
      'call-not-awaited app/a.py:5',
      'call-not-awaited src/a.ts:3',
      'call-not-awaited src/a.ts:4',
      'call-not-awaited src/b.js:3',
    ]);
  });

  test('an aborted scan says what it did not finish', async () => {
    const outcome = await scanProject(analyzer, { 'a.ts': 'x', 'b.ts': 'y' }, AbortSignal.abort());
    expect(outcome).toEqual({
      status: 'partial',
      reason: 'stopped before the end',
      findings: [],
      unfinished: ['a.ts', 'b.ts'],
    });
  });
});
