/** Values that only seem to be settled: the step that would settle them may be left out, or something else changes them. */

import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { astGrep } from '../ast-grep/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';

const analyzer = openAnalyzer(astGrep);
const snapshot = { paths: async () => new Set<string>() } as unknown as Snapshot;

/** How a handler is written around the lines of a case, and the rule that finds its command. */
const SHAPES: Readonly<Record<string, { readonly rule: string; readonly around: (code: string) => string }>> = {
  javascript: {
    rule: 'js-command-injection',
    around: (code) => `const { exec } = require('child_process');\napp.get('/', (req, res) => {\n${code}\n});\n`,
  },
  python: {
    rule: 'py-command-injection',
    around: (code) =>
      `import os\nfrom flask import request\n@app.route('/')\ndef view():\n${code.replaceAll(/^/gmu, '    ')}\n`,
  },
  java: {
    rule: 'java-command-injection',
    around: (code) =>
      `import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  public void doPost(HttpServletRequest request, HttpServletResponse response) {\n${code}\n  }\n}\n`,
  },
  php: { rule: 'php-command-injection', around: (code) => `<?php\nfunction handle() {\n${code}\n}\n` },
  csharp: {
    rule: 'cs-command-injection',
    around: (code) =>
      `using System.Diagnostics;\npublic class A : Controller {\n  [HttpGet]\n  public IActionResult Show() {\n${code}\n    return Ok();\n  }\n}\n`,
  },
  go: {
    rule: 'go-command-injection',
    around: (code) =>
      `package a\nimport ("net/http"; "os/exec")\nfunc h(w http.ResponseWriter, r *http.Request) {\n${code}\n}\n`,
  },
  ruby: {
    rule: 'ruby-command-injection',
    around: (code) => `class A < ApplicationController\n  def show\n${code}\n  end\nend\n`,
  },
};

async function isFound(language: string, code: string): Promise<boolean> {
  const shape = SHAPES[language];
  const file = { path: 'src/subject', language, text: shape?.around(code) ?? '', changed: null };
  const { findings } = await analyzer.scan([file], snapshot, new AbortController().signal);
  return findings.some(({ rule }) => rule === shape?.rule);
}

const JS_RUN = "exec('ls ' + cmd);";
const PY_RUN = "os.system('ls ' + cmd)";
const GO_RUN = 'exec.Command("sh", "-c", "ls "+cmd).Run()';
const JAVA_RUN = 'Runtime.getRuntime().exec("sh -c " + cmd);';
const CS_RUN = 'Process.Start("sh", "-c " + cmd);';

describe('a value stays where the step that replaces it may be left out', () => {
  test.each([
    ['javascript', 'a try', `let cmd = req.query.c;\ntry { check(); cmd = 'a'; } catch (e) {}\n${JS_RUN}`],
    ['javascript', 'a finally', `let cmd = req.query.c;\ntry { check(); cmd = 'a'; } finally { ${JS_RUN} }`],
    ['javascript', 'the right side of &&', `let cmd = req.query.c;\nreq.query.q && (cmd = 'a');\n${JS_RUN}`],
    [
      'javascript',
      'the right side of ||',
      `let cmd = req.query.c;\nif (2 > 1) { req.query.q || (cmd = 'a'); }\n${JS_RUN}`,
    ],
    [
      'javascript',
      'a labelled block',
      `let cmd = req.query.c;\nout: { if (req.query.q) break out; cmd = 'a'; }\n${JS_RUN}`,
    ],
    [
      'javascript',
      'an arm that is left early',
      `let cmd = req.query.c;\nswitch (1) { case 1: if (req.query.q) break; cmd = 'a'; }\n${JS_RUN}`,
    ],
    [
      'javascript',
      'a function without a block',
      `let cmd = req.query.c;\nsetTimeout(() => (cmd = 'a'), 5);\n${JS_RUN}`,
    ],
    [
      'javascript',
      'a list shifted in a try',
      `const l = [];\nl.push(req.query.c);\ntry { check(); l.shift(); } catch (e) {}\nl.push('a');\nexec('ls ' + l[0]);`,
    ],
    [
      'javascript',
      'a list shifted behind &&',
      `const l = [];\nl.push(req.query.c);\nreq.query.q && l.shift();\nl.push('a');\nexec('ls ' + l[0]);`,
    ],
    [
      'python',
      'a try',
      `cmd = request.args['c']\ntry:\n    check()\n    cmd = 'a'\nexcept KeyError:\n    pass\n${PY_RUN}`,
    ],
    ['python', 'and', `cmd = request.args['c']\nflag and (cmd := 'a')\n${PY_RUN}`],
    ['python', 'with', `cmd = request.args['c']\nwith suppress(KeyError):\n    cmd = 'a'\n${PY_RUN}`],
    [
      'python',
      'setdefault',
      `kept = {}\nkept['a'] = request.args['c']\nkept.setdefault('a', 'b')\ncmd = kept.get('a')\n${PY_RUN}`,
    ],
    [
      'java',
      'a try',
      `String cmd = request.getParameter("c");\ntry { check(); cmd = "a"; } catch (Exception e) {}\n${JAVA_RUN}`,
    ],
    [
      'java',
      'putIfAbsent',
      `Map<String, String> kept = new HashMap<>();\nkept.put("a", request.getParameter("c"));\nkept.putIfAbsent("a", "b");\nString cmd = kept.get("a");\n${JAVA_RUN}`,
    ],
    ['php', 'a try', "$cmd = $_GET['c'];\ntry { check(); $cmd = 'a'; } catch (Exception $e) {}\nsystem('ls ' . $cmd);"],
    [
      'csharp',
      'a try',
      `string cmd = Request.Query["c"];\ntry { Check(); cmd = "a"; } catch (Exception e) {}\n${CS_RUN}`,
    ],
    [
      'csharp',
      'Add',
      `var kept = new NameValueCollection();\nkept.Add("a", Request.Query["c"]);\nkept.Add("a", "b");\nstring cmd = kept.Get("a");\n${CS_RUN}`,
    ],
    ['go', 'select', `cmd := r.FormValue("c")\nselect {\ncase <-done:\n\tcmd = "a"\ndefault:\n}\n${GO_RUN}`],
    ['go', 'a switch on a type', `cmd := r.FormValue("c")\nswitch v.(type) {\ncase string:\n\tcmd = "a"\n}\n${GO_RUN}`],
    ['ruby', 'begin', `cmd = params[:c]\nbegin\n  check\n  cmd = 'a'\nrescue KeyError\nend\nsystem("ls #{cmd}")`],
    ['ruby', 'rescue', `cmd = params[:c]\ncheck\ncmd = 'a'\nrescue KeyError\n  system("ls #{cmd}")`],
  ])('%s: %s', async (language, _name, code) => {
    expect(await isFound(language, code)).toBe(true);
  });
});

describe('a branch stays alive where its condition is not settled', () => {
  test.each([
    [
      'javascript',
      'a flag that a callback sets',
      "let done = false;\nsetTimeout(() => (done = true), 5);\nif (!done) exec('ls ' + req.query.c);",
    ],
    [
      'javascript',
      'a flag that is negated',
      "let done = true;\nsetTimeout(() => (done = false), 5);\ndone = true;\nif (!done) exec('ls ' + req.query.c);",
    ],
    [
      'javascript',
      'a function above the variable',
      "function set() { mode = 'x'; }\nlet mode = 'safe';\nset();\nif (mode === 'x') exec('ls ' + req.query.c);",
    ],
    [
      'javascript',
      'a variable without a first value',
      "let mode;\nfunction set() { mode = 'x'; }\nmode = 'safe';\nset();\nif (mode === 'x') exec('ls ' + req.query.c);",
    ],
    [
      'javascript',
      'a function behind an exit',
      "const x = 1;\nif (x === 1) return run();\nfunction run() { exec('ls ' + req.query.c); }",
    ],
    ['javascript', 'loose equality', "const a = '1';\nif (a == 1) exec('ls ' + req.query.c);"],
    ['javascript', 'an old octal number', "const a = 010;\nif (a === 8) exec('ls ' + req.query.c);"],
    [
      'python',
      'nonlocal',
      "mode = 'safe'\ndef change():\n    nonlocal mode\n    mode = 'x'\nchange()\nif mode == 'x':\n    os.system('ls ' + request.args['c'])",
    ],
    [
      'python',
      'global',
      "global mode\nmode = 'safe'\nchange()\nif mode == 'x':\n    os.system('ls ' + request.args['c'])",
    ],
    ['python', 'count of a part', "s = 'abc'\nif s.count('z') == 0:\n    os.system('ls ' + request.args['c'])"],
    ['php', 'a reference', "$ok = false;\ncheck($_GET['c'], $ok);\nif ($ok) system('ls ' . $_GET['c']);"],
    ['php', 'matches', "$m = '';\npreg_match('/x/', $_GET['c'], $m);\nif ($m !== '') system('ls ' . $_GET['c']);"],
    ['php', 'loose equality', "$a = '1';\nif ($a == 1) system('ls ' . $_GET['c']);"],
    ['php', 'a loose switch', "$a = '1';\nswitch ($a) {\n  case 1:\n    system('ls ' . $_GET['c']);\n}"],
    [
      'csharp',
      'out',
      'bool isSet = false;\nRead(out isSet);\nif (isSet) Process.Start("sh", "-c " + Request.Query["c"]);',
    ],
    ['ruby', 'a text that a method fills', `s = ''\nfill(s)\nif s.size > 0\n  system("ls #{params[:c]}")\nend`],
    ['ruby', 'rescue behind a raise', `begin\n  raise 'x' if 2 > 1\nrescue\n  system("ls #{params[:c]}")\nend`],
  ])('%s: %s', async (language, _name, code) => {
    expect(await isFound(language, code)).toBe(true);
  });
});

describe('a value is gone where the step is surely taken', () => {
  test.each([
    ['javascript', 'the handler leaves', `let cmd = req.query.c;\ntry { cmd = 'a'; } catch (e) { return; }\n${JS_RUN}`],
    ['javascript', 'inside the try', `let cmd = req.query.c;\ntry { cmd = 'a'; ${JS_RUN} } catch (e) {}`],
    ['python', 'the condition holds', `cmd = request.args['c']\nif 2 > 1:\n    cmd = 'a'\n${PY_RUN}`],
    ['php', 'its length is asked for', "$s = 'abc';\nif (strlen($s) > 3) system('ls ' . $_GET['c']);"],
    ['ruby', 'inside begin', `cmd = params[:c]\nbegin\n  cmd = 'a'\n  system("ls #{cmd}")\nrescue KeyError\nend`],
  ])('%s: %s', async (language, _name, code) => {
    expect(await isFound(language, code)).toBe(false);
  });
});
