/** A small application to be audited by models behind the loopback provider. */
import { expect, onTestFinished } from 'vitest';
import { reportSchema } from '../../src/protocol/report/report-document.ts';
import { startLoopbackProvider } from '../../src/testing/index.ts';
import { auditOverHttp, type HttpAudit, type HttpAuditResult } from './audit-over-http.ts';
import { type Agent, type Asked, playAgents, readAsked } from './model-agents.ts';

export const USERS = `import express from 'express';
import { db } from './db.ts';
export const users = express.Router();
users.get('/users/:id', async (req, res) => {
  const rows = await db.query('SELECT * FROM users WHERE id = ' + req.params.id);
  res.json(rows);
});
`;
export const FILES = {
  'package.json': '{ "name": "app", "dependencies": { "express": "4.18.2" } }\n',
  'src/app.ts':
    "import express from 'express';\nimport { users } from './users.ts';\nexport const app = express();\napp.use(users);\napp.listen(3000);\n",
  'src/users.ts': USERS,
  'src/db.ts': "import { Pool } from 'pg';\nexport const db = new Pool();\n",
  'src/notes.ts': Array.from({ length: 30 }, (_, i) => `export const note${i + 1} = ${i + 1};`).join('\n'),
};
export const QUERY = "const rows = await db.query('SELECT * FROM users WHERE id = ' + req.params.id);";
export const INJECTION = { place: 'src/users.ts:5', evidence: QUERY };

export async function audit(
  agents: Readonly<Record<string, Agent>>,
  options: Partial<HttpAudit> = {},
): Promise<HttpAuditResult & { readonly asked: readonly Asked[] }> {
  const own = await startLoopbackProvider();
  onTestFinished(() => own.close());
  own.otherwise(playAgents(agents));
  const result = await auditOverHttp(own, { files: FILES, ...options });
  expect(own.problems()).toEqual([]);
  expect(reportSchema.safeParse(result.report).error).toBeUndefined();
  return { ...result, asked: own.requests.map(readAsked) };
}

export const by = (asked: readonly Asked[], agent: string): readonly Asked[] =>
  asked.filter((each) => each.agent === agent);
export const rowOf = ({ report }: HttpAuditResult, agent: string) =>
  report.audit?.agents.find((row) => row.agent === agent);
export const titlesOf = ({ report }: HttpAuditResult): readonly string[] => report.findings.map(({ title }) => title);
