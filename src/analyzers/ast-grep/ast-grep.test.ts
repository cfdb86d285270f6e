/** The analyzer over the rule pack: shape of findings, data flow, what must not silence or stop it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import type { AnalyzerFinding, AnalyzerOutcome } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { RULE_FAMILIES } from '../syntax/rule-families.ts';
import { astGrep } from './declaration.ts';

describeAnalyzer(astGrep, {
  files: {
    'app/run.py':
      'import os\nfrom flask import request\n\n\ndef run():\n    name = request.args["name"]\n    os.system("ls " + name)\n',
    'notes.md': '# x\n',
  },
  finds: ['app/run.py:7 py-command-injection'],
});

const analyzer = openAnalyzer(astGrep);

const untouched = (): never => {
  throw new Error('an analyzer reads what it is given');
};
const snapshot: Snapshot = {
  selection: 'texts',
  branch: null,
  isChange: false,
  warnings: [],
  entries: untouched,
  read: untouched,
  readBase: untouched,
  paths: async () => new Set(),
};

const scan = (language: string, text: string, signal = new AbortController().signal): Promise<AnalyzerOutcome> =>
  analyzer.scan([{ path: 'src/subject', language, text, changed: null }], snapshot, signal);

const scanFor = async (rule: string, language: string, text: string): Promise<readonly AnalyzerFinding[]> =>
  (await scan(language, text)).findings.filter((finding) => finding.rule === rule);

test('a finding is located, quoted as written and explained with an example', async () => {
  const text = [
    'package a',
    '',
    'func get(w http.ResponseWriter, r *http.Request) {',
    '\tid := r.URL.Query().Get("id")',
    '\tquery := fmt.Sprintf("SELECT * FROM users WHERE id = \'%s\'", id)',
    '\trows, err := db.Query(query)',
    '\tuse(rows, err)',
    '}',
    '',
  ].join('\r\n');
  expect(await scanFor('go-sql-injection', 'go', text)).toEqual([
    {
      id: null,
      severity: 'CRITICAL',
      category: 'injection',
      dimension: 'D1',
      cwe: 'CWE-89',
      file: 'src/subject',
      line: 6,
      endLine: 6,
      title: 'SQL statement built from untrusted input',
      issue: expect.stringContaining('SQL text'),
      evidence: '\trows, err := db.Query(query)',
      recommendation: expect.stringContaining('db.Query("SELECT * FROM users WHERE id = $1", userId)'),
      references: ['https://cwe.mitre.org/data/definitions/89.html'],
      related: [],
      source: 'r.URL.Query() :4',
      sink: 'db.Query(query) :6',
      flow: ':4 → :5 → :6',
      impact: null,
      confidence: 0.9,
      originallyTruncated: false,
      rule: 'go-sql-injection',
      reviewer: 'security-reviewer',
      extra: { source_kind: 'network' },
    },
  ]);
});

test.each([
  [
    'a parameter is a weaker source than a request',
    0.6,
    'function f(id) { return db.query("SELECT * FROM t WHERE id = " + id); }',
  ],
  ['a request is a strong one', 0.9, 'app.get("/", (req) => db.query("SELECT * FROM t WHERE id = " + req.query.id));'],
])('%s', async (_name, confidence, text) => {
  expect((await scanFor('js-sql-injection', 'javascript', text)).map((finding) => finding.confidence)).toEqual([
    confidence,
  ]);
});

test.each([
  ['db.query("SELECT * FROM t ORDER BY " + req.query.sort);', 'list of allowed'],
  ['db.query(`SELECT * FROM t WHERE a = 1 ORDER BY name ${req.query.dir} LIMIT 5`);', 'list of allowed'],
  ['const sql = `SELECT * FROM t ORDER BY ${req.query.sort}`;\n  db.query(sql);', 'list of allowed'],
  ['db.query("SELECT * FROM t WHERE id = " + req.query.id);', 'Pass values apart'],
  ['db.query("SELECT * FROM t WHERE id = " + req.query.id + " ORDER BY name");', 'Pass values apart'],
  ["db.query(`SELECT * FROM t WHERE a LIKE '%${req.query.q}%' ORDER BY name`,\n);", 'Pass values apart'],
])('what cannot be bound is not advised to be: %s', async (body, advice) => {
  const findings = await scanFor('js-sql-injection', 'javascript', `app.get("/", (req) => {\n  ${body}\n});`);
  expect(findings.map(({ recommendation }) => recommendation)).toEqual([expect.stringContaining(advice)]);
});

test.each([
  ['import sqlite3', '"SELECT * FROM t WHERE id = " + sort', 'WHERE id = ?'],
  ['import psycopg2', '"SELECT * FROM t WHERE id = " + sort', 'WHERE id = %s'],
  ['import sqlite3', '"SELECT * FROM t ORDER BY " + sort', '.get(sort, "name")'],
])('advice is in the words of the driver and the language: %s, %s', async (head, statement, advice) => {
  const text = `${head}\nfrom flask import request\ndef f(cursor):\n    sort = request.args["sort"]\n    cursor.execute(${statement})\n`;
  const findings = await scanFor('py-sql-injection', 'python', text);
  expect(findings.map(({ recommendation }) => recommendation)).toEqual([expect.stringContaining(advice)]);
});

const route = (body: string) =>
  `const { exec } = require('child_process');\napp.get('/', (req, res) => {\n${body}\n});`;

test.each([
  [
    'through several variables',
    true,
    'const a = req.query.a; const b = a.trim(); let c = "x"; c += b; exec("ls " + c);',
  ],
  ['out of a destructured request', true, 'const { dir = "." } = req.query; exec(`ls ${dir}`);'],
  ['through a function of the file', true, 'const clean = (v) => v.trim(); exec("ls " + clean(req.query.a));'],
  ['into a function of the file', true, 'function run(d) { exec("ls " + d); } run(req.query.a);'],
  ['through a list', true, 'const parts = ["ls"]; parts.push(req.query.a); exec(parts.join(" "));'],
  ['through one branch', true, 'let d = "."; if (req.query.a) { d = req.query.a; } exec("ls " + d);'],
  ['into a closure', true, 'const d = req.query.a; later(() => exec("ls " + d));'],
  ['not after it was replaced', false, 'let d = req.query.a; d = "."; exec("ls " + d);'],
  ['not before it was set', false, 'let d = "."; exec("ls " + d); d = req.query.a;'],
  ['not through a number', false, 'const n = Number(req.query.n); exec("head -n " + n);'],
  ['not through a comparison', false, 'exec("ls " + (req.query.a === "x" ? "a" : "b"));'],
  [
    'not past a list of known values',
    false,
    'const d = req.query.d; if (!DIRS.includes(d)) return res.end(); exec("ls " + d);',
  ],
  [
    'not from another variable of that name',
    false,
    'const f = (d) => d; const g = () => { const d = "x"; exec("ls " + d); }; f(req.query.d);',
  ],
])('data flow: %s', async (_name, isFound, body) => {
  expect((await scanFor('js-command-injection', 'javascript', route(body))).length > 0).toBe(isFound);
});

test.each([
  ['javascript', '// ast-grep-ignore\n', 'eval(location.hash);', 'js-code-injection'],
  [
    'javascript',
    '/* eslint-disable */ // ast-grep-ignore: js-code-injection\n',
    'eval(location.hash);',
    'js-code-injection',
  ],
  ['python', '# ast-grep-ignore\n# noqa\n', 'path = tempfile.mktemp()  # nosec', 'py-mktemp'],
  [
    'go',
    'package a\n// nolint:all #nosec ast-grep-ignore\n',
    'var c = &tls.Config{InsecureSkipVerify: true} // nolint',
    'go-tls-verification-off',
  ],
])('comments in %s do not silence it: %s', async (language, comment, code, rule) => {
  expect(await scanFor(rule, language, `${comment}${code}\n`)).toHaveLength(1);
});

test.each([
  ['js-command-injection', 'app.get("/", (req, res) => exec("ls " + req.query.dir));', 'CRITICAL'],
  ['js-command-injection', 'module.exports = function list(dir) { exec("ls " + dir); };', 'MEDIUM'],
  ['js-sql-injection', 'app.get("/", (req, res) => db.query("SELECT * FROM a WHERE b = " + req.query.b));', 'CRITICAL'],
  ['js-sql-injection', 'function find(b) { return db.query("SELECT * FROM a WHERE b = \'" + b + "\'"); }', 'MEDIUM'],
])('%s on %s weighs %s: a source that is only assumed weighs less', async (rule, text, severity) => {
  expect(
    (await scanFor(rule, 'javascript', `const { exec } = require('child_process');\n${text}`)).map(
      (finding) => finding.severity,
    ),
  ).toEqual([severity]);
});

test('a rule of a typed language goes by what an object is, not by its name', async () => {
  const handler = (declared: string) =>
    `class A { ${declared} void go(HttpServletRequest in) { x.run(new StringReader(in.getParameter("q")), "n", args); } }`;
  const find = async (text: string) => (await scanFor('java-code-injection', 'java', text)).length;
  expect(await find(handler('private GroovyShell x;'))).toBe(1);
  expect(await find(handler('private Object x = new GroovyShell();'))).toBe(1);
  expect(await find(handler('private Runner x;'))).toBe(0);
  expect(await find(`${handler('Runner x;')} class B { GroovyShell x; }`)).toBe(0);
});

test('a method that is handed over is called with what the other gives it', async () => {
  const text = (method: string) =>
    `class A { static void open(String name) throws Exception { new FileReader(name); }
      static void serve(Consumer<String> action, Socket s) throws Exception { action.${method}(new String(s.getInputStream().readAllBytes())); }
      static void main(Socket s) throws Exception { serve(A::open, s); } }`;
  expect(await scanFor('java-path-traversal', 'java', text('accept'))).toHaveLength(1);
  expect(await scanFor('java-path-traversal', 'java', text('equals'))).toHaveLength(0);
});

test('a value that goes to several sinks in the same way is told once', async () => {
  const text = `class A { void go(HttpServletRequest request) throws Exception {
    File f = new File("/data", request.getParameter("n"));
    if (f.exists()) new FileInputStream(f).read();
    File g = new File("/data", request.getParameter("m"));
    g.delete(); } }`;
  expect((await scanFor('java-path-traversal', 'java', text)).map(({ line }) => line)).toEqual([3, 5]);
});

test('what is at stake moves the severity and nothing else', async () => {
  const weigh = async (name: string) =>
    (
      await scanFor(
        'java-weak-hash',
        'java',
        `class A { byte[] ${name}() throws Exception { return MessageDigest.getInstance("MD5").digest(b); } }`,
      )
    ).map(({ severity, cwe }) => [severity, cwe]);
  expect(await weigh('nameOfFile')).toEqual([['LOW', 'CWE-328']]);
  expect(await weigh('hashPassword')).toEqual([['MEDIUM', 'CWE-328']]);
});

test('at most three lines are quoted, and of a long line the part that matters', async () => {
  const long = `${'x'.repeat(900)}; eval(location.hash); ${'y'.repeat(900)}`;
  const [short] = await scanFor('js-code-injection', 'javascript', long);
  expect(short?.evidence?.length).toBe(300);
  expect(long).toContain(short?.evidence);
  expect(short?.evidence).toContain('eval(location.hash)');
  const [tall] = await scanFor('js-code-injection', 'javascript', 'eval(\n\n\n\nlocation.hash)');
  expect(tall).toMatchObject({ line: 1, endLine: 5, evidence: 'eval(\n\n' });
});

test('a rule about secrets does not repeat the secret', async () => {
  const [found] = await scanFor('js-jwt-hardcoded-secret', 'javascript', "jwt.sign(user, 'hunter2-hunter2');");
  expect(found).toMatchObject({ evidence: "jwt.sign(user, 'hunt…');", extra: { redacted: true } });
});

test.each([
  ['too long a file', 'javascript', 'x;\n'.repeat(700_000)],
  ['too deep a tree', 'javascript', `f = ${'['.repeat(9000)}${']'.repeat(9000)}; function g() { return 1 }`],
  ['too long a chain', 'javascript', `function g() { return 1 } f = ${'a + '.repeat(9000)}a`],
])('%s is left unfinished with a reason, the next file is not', async (_name, language, text) => {
  const files = [text, 'eval(location.hash);'].map((body, at) => ({
    path: `f${at}`,
    language,
    text: body,
    changed: null,
  }));
  const outcome = await analyzer.scan(files, snapshot, new AbortController().signal);
  expect(outcome).toMatchObject({ status: 'partial', unfinished: ['f0'] });
  expect(outcome.reason).not.toBeNull();
  expect(outcome.findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(['f1 js-code-injection']);
});

test('an abort leaves the rest unfinished', async () => {
  expect(await scan('javascript', 'eval(location.hash)', AbortSignal.abort())).toEqual({
    status: 'partial',
    reason: 'aborted',
    findings: [],
    unfinished: ['src/subject'],
  });
});

test('accepts what it has rules for', () => {
  expect(analyzer.accepts('a.go', 'go', 'go-reviewer')).toBe(true);
  expect(analyzer.accepts('a.ts', 'typescript', 'go-reviewer')).toBe(false);
  expect(analyzer.accepts('a.swift', 'swift', 'security-reviewer')).toBe(false);
  expect(analyzer.accepts('README.md', 'markdown', 'security-reviewer')).toBe(false);
  expect(analyzer.accepts('LICENSE', null, 'security-reviewer')).toBe(false);
});

test('any text in any language ends with findings inside the file, twice the same', async () => {
  const fragment = fc.constantFrom(
    'eval(',
    'req.query.x',
    ')',
    '{',
    '}',
    '"',
    "'",
    '`',
    '${',
    '\n',
    '#{',
    '=',
    '<?php ',
    'def f(a):\n',
    ' + ',
    'é😀',
    '$',
    ';',
  );
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(RULE_FAMILIES)), texts, async (language, text) => {
      const outcome = await scan(language, text);
      const lines = text.split('\n').length;
      expect(outcome).toMatchObject({ status: 'completed', unfinished: [] });
      for (const { line, endLine } of outcome.findings)
        expect(line >= 1 && line <= endLine && endLine <= lines).toBe(true);
      expect(await scan(language, text)).toEqual(outcome);
    }),
    { numRuns: 150 },
  );
});

test('type arguments of a call hide nothing, and lines stay where they are', async () => {
  const text = [
    'app.get("/p", async (request, response) => {',
    '  const rows = await database.query<Map<string,',
    '    Row>>(`SELECT * FROM p WHERE n = ${request.query.q}`);',
    '  response.json(rows);',
    '});',
  ].join('\n');
  expect(await scanFor('js-sql-injection', 'typescript', text)).toMatchObject([{ line: 2, endLine: 3 }]);
  const nested = text.replace('<Map<string,', '<Pair<Map<string, Set<number>>, List<').replace('Row>>', 'Row>>>');
  expect(await scanFor('js-sql-injection', 'typescript', nested)).toMatchObject([{ line: 2, endLine: 3 }]);
  const safe = text.replace('${request.query.q}', '$1');
  expect(await scanFor('js-sql-injection', 'typescript', safe)).toEqual([]);
});

test('the script of a component is matched like that of a page', async () => {
  const text = '<template>\n<p/>\n</template>\n<script setup>\neval(location.hash);\n</script>\n';
  expect(await scanFor('js-code-injection', 'vue', text)).toMatchObject([{ line: 5 }]);
});

test('scripts inside a page are matched where they stand', async () => {
  const text = '<html>\n<body>\n<script>\n  eval(location.hash.slice(1));\n</script>\n</body>\n</html>\n';
  expect(await scanFor('js-code-injection', 'html', text)).toMatchObject([
    { line: 4, evidence: '  eval(location.hash.slice(1));' },
  ]);
});

test('type arguments nested too deeply are left unfinished, and soon', async () => {
  const started = process.cpuUsage();
  const deep = `const request = 1;\n${'f<T>(\n'.repeat(20_000)}${')\n'.repeat(20_000)}`;
  const outcome = await scan('typescript', deep);
  expect(outcome.unfinished).toEqual(['src/subject']);
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
});

test('what stands beside a syntax error is found; a file that is mostly one is not parsed [TRUST-03]', async () => {
  const whole = "const { exec } = require('child_process');\nfunction f(req) { exec(req.query.a); }\n";
  const rest = Array.from({ length: 20 }, (_, i) => `const a${i} = ${i};\n`).join('');
  const small = await scan('javascript', `${whole}${rest}const b = = 1;\n`);
  const broken = await scan('javascript', 'function f( { return eval(location.hash)\n');
  expect([small.status, small.limits, small.findings.map(({ rule }) => rule)]).toEqual([
    'completed',
    [{ path: 'src/subject', limit: 'could not be parsed', lines: { first: 23, count: 1 } }],
    ['js-command-injection'],
  ]);
  expect([broken.status, broken.unfinished, broken.reason, broken.unparsed]).toEqual([
    'completed',
    [],
    null,
    [{ path: 'src/subject', fault: 'could not be parsed in large parts' }],
  ]);
});

test('a type before a signature with parameters of its own keeps its arguments [TRUST-03]', async () => {
  const text = `import { exec } from 'node:child_process';
interface Client {
  readonly call: {
    (name: string): Effect.Effect<Result, Failure>
    <S extends Schema>(name: string, schema: S): Effect.Effect<S, Failure>
  }
}
app.get('/', (req, res) => run<Row>(req.query.a));
function run(a: string) { exec(a); }
${'export const a = 1;\n'.repeat(20)}`;
  const { unparsed, limits, findings } = await scan('typescript', text);
  expect([unparsed, limits?.map(({ lines }) => lines), findings.map(({ rule, line }) => `${rule} ${line}`)]).toEqual([
    undefined,
    [{ first: 4, count: 2 }],
    ['js-command-injection 9'],
  ]);
});

test('JavaScript with types of Flow is read, and what it does is found [TRUST-03]', async () => {
  const typed = `// @flow strict-local
import type {Spec as Props} from './spec';
import typeof Kind from './kind';
const { exec } = require('child_process');
export type Options = $ReadOnly<{|
  ...Props,
  +name: ?string,
  onPress?: ?(event: Event) => mixed,
|}>;
export opaque type Id: string = string;
class View extends React.Component<Options, State> {
  +state: State = { a: 1 };
  run = (req: ?Request): void => { exec((req: any).query.a); };
}
function f(req: {...}, res: mixed): ?string { exec(req.query.a); return null; }
`;
  const { unparsed, findings } = await scan('javascript', typed);
  expect([unparsed, findings.map(({ rule, line }) => `${rule} ${line}`)]).toEqual([
    undefined,
    expect.arrayContaining(['js-command-injection 15']),
  ]);
});

test('scripts of a page into which a template writes values are read [TRUST-03]', async () => {
  const page = `<script>
{% if user %}
var canAdd = {{ "true" if "can_add" | is_visible(name) else "false" }};
var actions = {{ actions | get_actions(name) }};
{# a note #}
eval(location.hash.slice(1));
{% endif %}
</script>
`;
  const { unparsed, findings } = await scan('html', page);
  expect([unparsed, findings.map(({ rule, line }) => `${rule} ${line}`)]).toEqual([
    undefined,
    expect.arrayContaining(['js-code-injection 6']),
  ]);
});

test('lines of packed code are not judged, the others are, and the file is not finished [TRUST-03]', async () => {
  const flow = "const { exec } = require('child_process');\napp.get('/', (req, res) => exec(`ls ${req.query.dir}`));\n";
  const packed = `${'var a=1;'.repeat(10_000)}eval('1');`;
  const plain = await scan('javascript', flow);
  const behindComment = await scan('javascript', `${flow}// ${'x'.repeat(100_000)}\n`);
  const behindCode = await scan('javascript', `${flow}${packed}`);
  const inside = await scan('javascript', `${flow.trim().replaceAll('\n', '')}${packed}`);
  const among = await scan('javascript', `${flow}${`one(${'1, '.repeat(30)});\n`.repeat(200)}${packed}`);
  const rules = ({ findings }: typeof plain) =>
    findings.map(({ rule }) => rule).filter((rule) => rule === 'js-command-injection');
  expect(
    [plain, behindComment, behindCode, inside, among].map((each) => [rules(each).length, each.status, each.reason]),
  ).toEqual([
    [1, 'completed', null],
    [1, 'partial', 'lines of packed code not analysed'],
    [1, 'partial', 'lines of packed code not analysed'],
    [0, 'partial', 'lines of packed code not analysed'],
    [1, 'partial', 'data flow not judged in lines of packed code'],
  ]);
  const line = `${flow.trim().replaceAll('\n', '')}${'var a=1;'.repeat(50)}`;
  const wrapped = await scan('javascript', Array(200).fill(line).join('\n'));
  expect([rules(wrapped).length, wrapped.status]).toEqual([0, 'partial']);
  const harmless = await scan('javascript', `const a = 1;\n${'var a=1;'.repeat(10_000)}`);
  expect([harmless.status, harmless.unfinished]).toEqual(['completed', []]);
});

test.each(['[', '===', 'x.indexOf(y) '])(
  'whether rules are tried takes time as the text grows, not faster: %s',
  async (piece) => {
    const measure = async (characters: number): Promise<number> => {
      const text = `const x = 1;\n${piece.repeat(characters / piece.length)}`;
      const started = process.cpuUsage();
      await scan('javascript', text);
      return process.cpuUsage(started).user;
    };
    await measure(10_000);
    expect((await measure(160_000)) / Math.max(40_000, await measure(40_000))).toBeLessThan(12);
  },
);

test('a file with many matches gives way to other work before it ends', async () => {
  await scan('javascript', 'eval(load());');
  let isDone = false;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const handler = (at: number): string =>
    `app.get('/${at}', (req, res) => {\n  const name = req.query.name;\n  fs.readFile(path.join(ROOT, name), res.send);\n});\n`;
  const { findings } = await scan('javascript', Array.from({ length: 400 }, (_, at) => handler(at)).join(''));
  isDone = true;
  expect(findings.filter(({ rule }) => rule === 'js-path-traversal')).toHaveLength(400);
  expect(turns).toBeGreaterThan(4);
});

test('a flow in a test is told and is not grave', async () => {
  const text = "const { exec } = require('child_process');\napp.get('/', (req) => exec('ls ' + req.query.d));\n";
  const files = ['src/app.js', 'test/app.js'].map((path) => ({ path, language: 'javascript', text, changed: null }));
  const { findings } = await analyzer.scan(files, snapshot, new AbortController().signal);
  const told = findings.filter(({ rule }) => rule === 'js-command-injection');
  expect(told.map(({ file, severity }) => [file, severity])).toEqual([
    ['src/app.js', 'CRITICAL'],
    ['test/app.js', 'LOW'],
  ]);
});

test.each([
  [
    'a script that can be read',
    "fetch('/last').then((r) => r.json()).then((note) => { box.innerHTML = '<b>' + note.title + '</b>'; });",
    1,
  ],
  [
    'tags of the template in it',
    "const own = <%- JSON.stringify(user) %>;\n<% if (a) { %>\nbox.innerHTML = '<b>' + location.hash + '</b>';\n<% } %>",
    1,
  ],
])('scripts of a template: %s', async (_name, script, count) => {
  const text = `<p><%= title %></p>\n<script>\n${script}\n</script>\n`;
  const file = { path: 'views/page.ejs', language: 'template', text, changed: null };
  const { findings, unparsed } = await analyzer.scan([file], snapshot, new AbortController().signal);
  expect([findings.filter(({ cwe }) => cwe === 'CWE-79').length, unparsed]).toEqual([count, undefined]);
});

test('tags in a script that is a small part of its page are read too; a template of settings is no page', async () => {
  const rest = '<p>text</p>\n'.repeat(200);
  const text = `<script>\nconst own = <%- JSON.stringify(user) %>;\nbox.innerHTML = '<b>' + location.hash + '</b>';\n</script>\n${rest}`;
  const file = { path: 'views/page.ejs', language: 'template', text, changed: null };
  const { findings, unparsed, limits } = await analyzer.scan([file], snapshot, new AbortController().signal);
  expect([findings.filter(({ cwe }) => cwe === 'CWE-79').length, unparsed, limits]).toEqual([1, undefined, undefined]);
  const isRead = (path: string) => analyzer.accepts(path, 'template', 'security-reviewer');
  expect(['a/page.j2', 'page.html.j2', 'conf/nginx.conf.j2', 'deploy.sh.j2'].map(isRead)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a script of a template that is no code is told as such', async () => {
  const text = '<script>\n{{{ ((( }}} <%= %> )))\n</script>\n';
  const file = { path: 'views/page.ejs', language: 'template', text, changed: null };
  const { unparsed } = await analyzer.scan([file], snapshot, new AbortController().signal);
  expect(unparsed).toHaveLength(1);
});

test.each([
  ['a mapper of SQL', '{ "dependencies": { "sequelize": "6.0.0" } }', 0],
  ['MongoDB beside it', '{ "dependencies": { "sequelize": "6.0.0", "mongoose": "8.0.0" } }', 1],
  ['nothing that is known', '{ "dependencies": { "express": "4.0.0" } }', 1],
])(
  'a query of a model that stands elsewhere is judged by what the project is built on: %s',
  async (_name, manifest, count) => {
    const text =
      "const { User } = require('./models');\napp.post('/login', (req) => User.findOne({ mail: req.body.mail }));\n";
    const file = { path: 'api/src/login.js', language: 'javascript', text, changed: null };
    const above: Snapshot = {
      ...snapshot,
      paths: async () => new Set(['api/package.json']),
      read: async () => ({ kind: 'text', text: manifest, bytes: manifest.length }),
    };
    const { findings } = await analyzer.scan([file], above, new AbortController().signal);
    expect(findings.filter(({ rule }) => rule === 'js-model-query-injection')).toHaveLength(count);
  },
);
