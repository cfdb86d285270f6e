/** What the kill tests kill. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call, listShown, playAgents, writeDecisions, writeResult } from '../audit/model-agents.ts';
import { runCli } from '../e2e/run-cli.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { START_CHILD } from '../support/kept-code.ts';
import type { KillSubject } from './killed-run.ts';
import { MODEL, SIZES } from './small-project.ts';
import { runSmall } from './small-run.ts';

const CHILD = join(import.meta.dirname, 'small-child.ts');
const MAIN = join(import.meta.dirname, '../../src/cli/bin.js');
const { files, reviewers, waves } = SIZES['three-waves'];

/** Six agents over three waves; engine, journal and HTTP are real, files in memory. */
export const SMALL_REVIEW: KillSubject = {
  begin: (stateDir) => [START_CHILD, CHILD, stateDir, 'three-waves'],
  resume: (stateDir, run) => [START_CHILD, CHILD, stateDir, 'three-waves', run],
  runHere: (stateDir, id, environment) =>
    runSmall({ place: { stateDir }, id, environment, size: 'three-waves' }).then(
      ({ report }) => ({ code: 0, stdout: JSON.stringify(report), stderr: '' }),
      (error: unknown) => ({ code: 1, stdout: '', stderr: String(error) }),
    ),
  answer: (request) => answerDiligently(request).reply,
  agents: reviewers.length,
};

/** The command line as a user has it, with analyzers and files on the disk. */
function commandSubject(
  root: string,
  args: readonly string[],
  rest: Pick<KillSubject, 'answer' | 'agents'>,
): KillSubject {
  const begin = [...args, '-C', root, '--all', '--model', MODEL, '-f', 'json', '--quiet'];
  const resume = (run: string): readonly string[] => ['resume', run, '-f', 'json', '--quiet'];
  return {
    begin: () => [MAIN, ...begin],
    resume: (_stateDir, run) => [MAIN, ...resume(run)],
    runHere: (stateDir, run, environment) =>
      runCli(run === null ? begin : resume(run), { env: { ...environment, CONSENSUS_REVIEW_STATE_DIR: stateDir } }),
    environment: { CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none' },
    answer: rest.answer,
    agents: rest.agents,
  };
}

function writeFiles(root: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function reviewByCommand(root: string): KillSubject {
  writeFiles(root, files);
  return commandSubject(root, ['review', '--reviewers', reviewers.join(','), '--waves', String(waves)], SMALL_REVIEW);
}

const APP = {
  'package.json': '{ "name": "app", "dependencies": { "express": "4.18.2" } }\n',
  'src/app.ts': `import express from 'express';
import { Pool } from 'pg';
const db = new Pool();
export const app = express();
app.get('/users/:id', async (req, res) => {
  const rows = await db.query('SELECT * FROM users WHERE id = ' + req.params.id);
  res.json(rows);
});
app.listen(3000);
`,
};

const AUDIT_AGENTS = 3;

/** Rounds, deep dive and validation. */
export function auditByCommand(root: string): KillSubject {
  writeFiles(root, APP);
  const decide = playAgents({
    'agent-r1': (asked) =>
      asked.turn === 1
        ? call('read_file', { path: 'src/app.ts' })
        : {
            text: writeResult(asked, {
              findings: [
                {
                  place: 'src/app.ts:5',
                  evidence: "app.get('/users/:id', async (req, res) => {",
                  cwe: 'CWE-862',
                  dimension: 'D3',
                  title: 'Nobody is asked who he is',
                },
              ],
            }),
          },
    validator: (asked) =>
      asked.tools.length > 0 && asked.turn === 1
        ? call('read_file', { path: 'src/app.ts' })
        : {
            text: writeDecisions(
              asked,
              listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
            ),
          },
  });
  return commandSubject(root, ['audit', '--yes', '--agents', String(AUDIT_AGENTS)], {
    answer: decide,
    agents: AUDIT_AGENTS + 3,
  });
}
