import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { LANGUAGES } from '../../protocol/source/language.ts';
import type { MemoryFile } from '../../testing/memory-repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { userPersona } from './declaration.ts';

describeAnalyzer(userPersona, {
  files: { 'a.html': '<html lang="en"><img src="a.png"></html>\n' },
  finds: ['a.html:1 image-without-alt'],
});

const analyzer = openAnalyzer(userPersona);
const REVIEWER = 'user-persona-reviewer';

const change = (base: string, text: string): MemoryFile => ({ base, text, changed: [{ start: 1, end: 1 }] });

describe('user persona analyzer', () => {
  test('accepts every source language and HTML, for its reviewer alone', () => {
    const sources = LANGUAGES.filter(({ kind }) => kind === 'source').map(({ name }) => name);
    expect([...sources, 'html'].filter((name) => !analyzer.accepts('x', name, REVIEWER))).toEqual([]);
    expect(analyzer.accepts('x.ts', 'typescript', 'documentation-reviewer')).toBe(false);
  });

  test('a finding says what the user meets', async () => {
    const outcome = await scanProject(analyzer, {
      'src/a.ts': "if (x) {\n  throw new TypeError('Invalid input');\n}\n",
    });
    expect(outcome.findings).toEqual([
      expect.objectContaining({
        reviewer: REVIEWER,
        rule: 'vague-message',
        severity: 'MEDIUM',
        category: 'error-messages',
        line: 2,
        evidence: "  throw new TypeError('Invalid input');",
        extra: expect.objectContaining({ user_impact: expect.any(String), effort: 'trivial' }),
      }),
    ]);
  });

  const texts: readonly (readonly [path: string, text: string, expected: readonly string[]])[] = [
    [
      'a.js',
      "throw new Error('Something went wrong!');\nthrow new Error('port must be a number');\nthrow Error(`error: ${x}`);\nlog('error');\n",
      ['vague-message a.js:1'],
    ],
    [
      'b.js',
      "res.status(400).json({ error: 'Bad request' });\nres.status(500).json({ error: 'Internal error' });\nres.status(404).send('Not found');\n// throw new Error('error')\n",
      ['vague-message b.js:1'],
    ],
    [
      'c.py',
      'raise ValueError("invalid value")\nraise ValueError("error: " + str(e))\nraise ParseError("bad input", kind, value)\n',
      ['vague-message c.py:1'],
    ],
    [
      'd.go',
      'return errors.New("failed")\nreturn fmt.Errorf("read %s: %w", p, err)\npanic("unexpected error")\n',
      ['vague-message d.go:1', 'vague-message d.go:3'],
    ],
    ['e.java', 'throw new IllegalStateException("error");\n', ['vague-message e.java:1']],
    ['f.rb', "raise 'oops'\n", ['vague-message f.rb:1']],
    ['g.lua', 'error("invalid argument")\n', ['vague-message g.lua:1']],
    ['h.test.ts', "throw new Error('error');\n", []],
    [
      'i.ts',
      'if (!process.env.KEY) {\n  process.exit(1);\n}\nif (bad) {\n  console.error(m);\n  process.exit(1);\n}\nif (!check(a)) process.exit(1);\nif (done) process.exit(0);\n',
      ['silent-exit i.ts:2'],
    ],
    [
      'j.py',
      'if not name:\n    sys.exit(1)\nif not ok:\n    print("x")\n    sys.exit(1)\nif bad:\n    sys.exit("message")\n',
      ['silent-exit j.py:2'],
    ],
    [
      'k.sh',
      '[ -z "$1" ] && exit 1\nif [ -z "$2" ]; then\n  echo "usage" >&2\n  exit 1\nfi\nmake || exit 1\nif [ ! -f x ]; then\n  exit 1\nfi\n',
      ['silent-exit k.sh:1', 'silent-exit k.sh:8'],
    ],
    [
      'l.html',
      '<html>\n<img src="a.png">\n<img src="b.png" alt="">\n<label>Name <input name="a"></label>\n<label for="b">B</label><input id="b">\n<input type="hidden"><input type="submit">\n<input name="c">\n<button></button>\n<button><svg><path/></svg></button>\n<button aria-label="x"></button>\n<button>Go</button>\n<div onclick="a()">x</div>\n<div onclick="a()" role="button" tabindex="0">x</div>\n</html>\n',
      [
        'page-without-language l.html:1',
        'image-without-alt l.html:2',
        'field-without-label l.html:7',
        'button-without-name l.html:8',
        'button-without-name l.html:9',
        'click-without-keyboard l.html:12',
      ],
    ],
    [
      'm.tsx',
      'const a = <img src={b} />;\nconst c = <img {...props} />;\nconst d = <input value={e} onChange={() => f(1 > 2)} aria-label="x" />;\nconst g = <button onClick={() => h()}>{label}</button>;\nconst i = <button><Icon /></button>;\nconst j = <span onClick={() => k()}>x</span>;\nconst l = map<div>(x);\n',
      ['image-without-alt m.tsx:1', 'click-without-keyboard m.tsx:6'],
    ],
    ['n.ts', "const html = '<img src=a>';\n", []],
  ];

  test.each(texts)('%s', async (path, text, expected) => {
    expect(placesOf(await scanProject(analyzer, { [path]: text }))).toEqual([...expected]);
  });

  const changes: readonly (readonly [name: string, files: Record<string, MemoryFile>, expected: readonly string[]])[] =
    [
      [
        'an export is gone',
        { 'api.ts': change('export function a() {}\nexport const b = 1;\n', 'export const b = 1;\n') },
        ['export-removed api.ts:1'],
      ],
      [
        'an export moved into a list',
        { 'api.ts': change('export function a() {}\n', "export { x as a } from './x.ts';\n") },
        [],
      ],
      [
        'everything may come through a star',
        { 'api.ts': change('export function a() {}\n', "export * from './x.ts';\n") },
        [],
      ],
      [
        'the removal was announced',
        {
          'api.ts': change('export function oldName() {}\n', 'const x = 1;\n'),
          'CHANGELOG.md': change('', '`oldName` is gone\n'),
        },
        [],
      ],
      [
        'a required parameter more',
        { 'api.ts': change('export function a(b: string) {}\n', 'export function a(b: string, c: number) {}\n') },
        ['signature-changed api.ts:1'],
      ],
      [
        'an optional parameter more',
        {
          'api.ts': change(
            'export function a(b: string) {}\n',
            'export function a(b: string, c?: number, d = 1, ...e: F[]) {}\n',
          ),
        },
        [],
      ],
      [
        'a parameter less',
        {
          'api.ts': change(
            'export function a(b: Map<string, c>, d?: number) {}\n',
            'export function a(b: Map<string, c>) {}\n',
          ),
        },
        ['signature-changed api.ts:1'],
      ],
      [
        'only entry points of a package are public',
        {
          'package.json': JSON.stringify({ exports: './dist/index.js' }),
          'src/index.ts': change('export function a() {}\n', 'const x = 1;\n'),
          'src/inner.ts': change('export function b() {}\n', 'const x = 1;\n'),
        },
        ['export-removed src/index.ts:1'],
      ],
      [
        'Python module of a package',
        {
          'p/__init__.py': '',
          'p/a.py': change(
            'def f(a):\n    pass\n\ndef _g():\n    pass\n\nclass C:\n    pass\n',
            'def f(a, b):\n    pass\n\nfrom .c import C\n',
          ),
          'script.py': change('def f():\n  pass\n', 'x = 1\n'),
        },
        ['signature-changed p/a.py:1'],
      ],
      [
        'what a Python package itself offers',
        {
          'p/__init__.py': change('def f(a):\n    pass\n\ndef g():\n    pass\n', 'def f(a, b):\n    pass\n'),
          'p/_inner.py': change('def h():\n    pass\n', 'x = 1\n'),
        },
        ['export-removed p/__init__.py:1', 'signature-changed p/__init__.py:1'],
      ],
      [
        'Go package',
        {
          'a/a.go': change(
            'package a\n\nfunc (t *T) F(x int) error {\n}\n\nfunc G() {}\n',
            'package a\n\nfunc (t *T) F(x int) (int, error) {\n}\n',
          ),
        },
        ['export-removed a/a.go:1', 'signature-changed a/a.go:3'],
      ],
      ['internal Go package', { 'internal/a/a.go': change('package a\n\nfunc G() {}\n', 'package a\n') }, []],
      [
        'a flag and a variable are gone',
        { 'cli.ts': change("p.option('-v, --verbose', 'x');\nconst a = process.env.SHOP_KEY;\n", 'const a = 1;\n') },
        ['setting-removed cli.ts:1', 'setting-removed cli.ts:1'],
      ],
      [
        'a variable moved to another changed file',
        {
          'cli.ts': change('const a = process.env.SHOP_KEY;\n', 'const a = 1;\n'),
          'b.ts': change('', 'const a = process.env.SHOP_KEY;\n'),
        },
        [],
      ],
      ['a new file breaks nobody', { 'api.ts': { text: 'export const a = 1;\n', base: null } }, []],
    ];

  test.each(changes)('change: %s', async (_name, files, expected) => {
    const outcome = await scanProject(analyzer, files);
    expect(placesOf(outcome)).toEqual([...expected]);
    expect(outcome.findings.every(({ severity }) => severity === 'MEDIUM' || severity === 'LOW')).toBe(true);
  });
});
