/** Data flow inside one file, construct by construct, in the languages that have it. */

import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { astGrep } from '../ast-grep/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';

const analyzer = openAnalyzer(astGrep);
const snapshot = { paths: async () => new Set<string>() } as unknown as Snapshot;

async function findLines(language: string, text: string, rule: string): Promise<readonly number[]> {
  const file = { path: 'src/subject', language, text, changed: null };
  const { findings } = await analyzer.scan([file], snapshot, new AbortController().signal);
  return findings.filter((finding) => finding.rule === rule).map(({ line }) => line);
}

const HEAD = "const { exec } = require('child_process');\n";

describe('JavaScript reaches the command through', () => {
  test.each([
    ['a handler whose parameters have other names', "app.get('/', (a, b) => { exec('ls ' + a.query.dir); });"],
    ['a handler registered by name', "function list(a, b) { exec('ls ' + a.query.dir); }\nrouter.post('/', list);"],
    ['a handler in a wrapper', "router.get('/', wrap(async (a) => { exec('ls ' + a.body.dir); }));"],
    [
      'a handler in a route record',
      "server.route({ method: 'GET', handler: (a, h) => { exec('ls ' + a.query.x); } });",
    ],
    ['a declared type', 'function list(a: express.Request) { exec(`ls ${a.query.dir}`); }'],
    ['a koa context', "app.use(async (c) => { exec('ls ' + c.request.body.dir); });"],
    ['a message of a socket', "ws.on('message', (text) => { exec('ls ' + text); });"],
    ['a destructured parameter', "app.get('/', ({ query }, res) => { exec('ls ' + query.dir); });"],
    ['a nested pattern', "app.get('/', (req, res) => { const { query: { dir } } = req; exec('ls ' + dir); });"],
    ['an alias of the request', "app.get('/', (req, res) => { const r = req; exec('ls ' + r.query.dir); });"],
    ['a function of the file', "function run(d) { exec('ls ' + d); }\napp.get('/', (req, res) => run(req.query.d));"],
    ['a result', "const pick = (r) => r.query.d;\napp.get('/', (req, res) => { exec('ls ' + pick(req)); });"],
    [
      'an argument and a result',
      "const t = (x) => x.trim();\napp.get('/', (req) => { exec('ls ' + t(req.query.d)); });",
    ],
    ['an iteration', "app.get('/', (req) => { req.query.d.map((one) => exec('ls ' + one)); });"],
    ['a callback of the file', "function give(v, done) { done(v); }\ngive(process.argv[2], (x) => exec('ls ' + x));"],
    ['a field of an object', "app.get('/', (req) => { const o = { a: 1, dir: req.query.d }; exec('ls ' + o.dir); });"],
    ['a member of the class', "class A { set(req) { this.d = req.query.d; } run() { exec('ls ' + this.d); } }"],
    ['a closure', "app.get('/', (req) => { let d; function run() { exec('ls ' + d); } d = req.query.d; run(); });"],
    ['a function called in place', "(function (d) { exec('ls ' + d); })(process.argv[2]);"],
    ['a list', "const parts = [];\nparts.push(process.argv[2]);\nexec(parts.join(' '));"],
    [
      'a chain of promises',
      "app.get('/', (req) => { load(1).then(() => req.query.d).then((d) => exec('ls ' + d)); });",
    ],
    ['a decorated parameter', "class C { @Get() run(@Query('d') d: string) { exec('ls ' + d); } }"],
  ])('%s', async (_name, code) => {
    const text = HEAD + code;
    expect(await findLines('typescript', text, 'js-command-injection')).toHaveLength(1);
  });
});

describe('JavaScript stays silent after', () => {
  test.each([
    ['another field', "app.get('/', (req) => { const o = { a: 'x', dir: req.query.d }; exec('ls ' + o.a); });"],
    ['another key of the request', "app.get('/', ({ app }, res) => { exec('ls ' + app.dir); });"],
    [
      'a function that answers something else',
      "const f = (x) => 'a';\napp.get('/', (req) => { exec('ls ' + f(req.query.d)); });",
    ],
    ['another call of the same function', "const t = (x) => x.trim();\nt(process.argv[2]);\nexec('ls ' + t('a'));"],
    [
      'a new value of the member',
      "app.get('/', (req) => { const o = {}; o.d = req.query.d; o.d = 'a'; exec('ls ' + o.d); });",
    ],
    ['an index of an iteration', "app.get('/', (req) => { req.query.d.map((one, i) => exec('ls ' + i)); });"],
    [
      'a check that leaves',
      "app.get('/', (req) => { const d = req.query.d; if (!KNOWN.includes(d)) return; exec('ls ' + d); });",
    ],
    ['a check before &&', "app.get('/', (req) => { const d = req.query.d; KNOWN.has(d) && exec('ls ' + d); });"],
    ['a case of a switch', "app.get('/', (req) => { switch (req.query.d) { case 'a': exec('ls ' + req.query.d); } });"],
  ])('%s', async (_name, code) => {
    expect(await findLines('typescript', HEAD + code, 'js-command-injection')).toEqual([]);
  });
});

describe('other languages', () => {
  test.each([
    [
      'python',
      'a keyword argument',
      'py-command-injection',
      'import os\nfrom flask import request\ndef run(a, cmd):\n    os.system("ls " + cmd)\ndef view():\n    run(1, cmd=request.args["d"])\n',
    ],
    [
      'python',
      'a method and self',
      'py-command-injection',
      'import os\nfrom flask import request\nclass A:\n    def run(self, d):\n        os.system("ls " + d)\n    def view(self):\n        self.run(request.args["d"])\n',
    ],
    [
      'python',
      'a member of the object',
      'py-command-injection',
      'import os\nfrom flask import request\nclass A:\n    def load(self):\n        self.d = request.args["d"]\n    def run(self):\n        os.system("ls " + self.d)\n',
    ],
    [
      'go',
      'a function of the file',
      'go-command-injection',
      'package a\nimport ("net/http"; "os/exec")\nfunc run(d string) { exec.Command("sh", "-c", "ls "+d).Run() }\nfunc h(w http.ResponseWriter, r *http.Request) { run(r.FormValue("d")) }\n',
    ],
    [
      'ruby',
      'an instance variable and a block',
      'ruby-command-injection',
      'class A\n  def set\n    @dirs = params[:d]\n  end\n  def run\n    @dirs.each { |d| system("ls #{d}") }\n  end\nend\n',
    ],
  ])('%s follows %s', async (language, _name, rule, text) => {
    expect(await findLines(language, text, rule)).toHaveLength(1);
  });
});
