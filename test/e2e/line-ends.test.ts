/** Sources with the line ends of Windows: the same findings at the same lines, under the same fingerprints. In a shell script they are a finding. */
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from './run-cli.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'app.py':
    'import os\nfrom flask import request\n\n\ndef run():\n    name = request.args["name"]\n    os.system("ls " + name)\n',
  'app.rb':
    'class AController < ApplicationController\n  def show\n    name = params[:name]\n    system("ls #{name}")\n  end\nend\n',
  'app.php': '<?php\n$name = $_GET["name"];\nsystem("ls " . $name);\n',
  'app.js': 'app.get("/", (req, res) => {\n  const code = req.query.code;\n  res.send(eval(code));\n});\n',
  'main.go':
    'package main\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc run(w http.ResponseWriter, r *http.Request) {\n\texec.Command("sh", "-c", r.URL.Query().Get("c")).Run()\n}\n',
  Dockerfile: 'FROM node:latest\nRUN curl https://example.org/x.sh | sh\n',
  'package.json': '{\n  "name": "a",\n  "dependencies": {\n    "left-pad": "*"\n  }\n}\n',
};

async function review(end: string): Promise<readonly string[]> {
  const files = Object.entries(SOURCES).map(([path, text]) => [path, text.replaceAll('\n', end)] as const);
  const { stdout, stderr } = await runCli(['review', '--all', '-f', 'json'], {
    cwd: createFolder(Object.fromEntries(files)),
  });
  const { findings, complete }: ReportDocument = JSON.parse(stdout);
  expect(complete, stderr).toBe(true);
  return findings.map(({ file, line, title, fingerprint }) => `${file}:${line} ${title} ${fingerprint}`).sort();
}

test('CRLF changes no finding', async () => {
  const expected = await review('\n');
  expect(expected.length).toBeGreaterThan(8);
  expect(await review('\r\n')).toEqual(expected);
});
