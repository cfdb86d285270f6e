import { describe, expect, test } from 'vitest';
import { createOutlineSource } from '../analyzers/outline/outline-source.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { formatGuard } from './recon.ts';
import { literalsIn } from './routes/route-draft.ts';
import { surveyProject } from './survey-project.ts';

const outline = await createOutlineSource();

async function survey(files: Readonly<Record<string, string>>) {
  const read = Object.entries(files).map(([path, text]) => ({
    path,
    language: detectLanguage(path)?.name ?? null,
    text,
  }));
  return (await surveyProject(read, { outline, dependencies: [] })).recon;
}

describe('the texts a guard is given', () => {
  test.each([
    ["requireRole('admin')", ['admin']],
    ['requireRole("admin", \'staff\')', ['admin', 'staff']],
    ["requireRoles(['a', 'b'])", ['a', 'b']],
    ['requireRole()', undefined],
    ['requireUser', undefined],
    ['requireRole(role)', undefined],
    ["authenticate('jwt', { session: false })", undefined],
    ["requireRole('an argument\nof two lines')", undefined],
  ] as const)('%s', (text, literals) => {
    expect(literalsIn(text).literals).toEqual(literals);
  });

  test.each([
    ['requireRole', ['admin'], "requireRole('admin')"],
    ['requireBadge (auth/roles.js)', ['packer'], "requireBadge('packer') (auth/roles.js)"],
    ['requireUser', undefined, 'requireUser'],
  ] as const)('%s of %j is shown as %s', (name, literals, shown) => {
    expect(formatGuard({ name, ...(literals === undefined ? {} : { literals }) })).toBe(shown);
  });
});

test.each([
  [
    'express',
    {
      'shelves.ts': `import { Router } from 'express';
import { requireAuth } from './auth.js';
const router = Router();
router.get('/shelves', requireAuth(), (q, r) => r.end());
router.post('/shelves', requireAuth('packer'), (q, r) => r.end());
router.delete('/shelves/:id', requireAuth(), (q, r) => r.end());
`,
    },
    { 'GET /shelves': 'requireAuth', 'POST /shelves': "requireAuth('packer')", 'DELETE /shelves/:id': 'requireAuth' },
    ['DELETE /shelves/:id'],
  ],
  [
    'flask',
    {
      'app.py': `from flask import Flask
app = Flask(__name__)

@app.post("/orders")
@requires_auth("clerk")
def add_order():
    return ""

@app.delete("/orders/<id>")
@requires_auth()
def remove_order(id):
    return ""
`,
    },
    { 'POST /orders': "requires_auth('clerk')", 'DELETE /orders/<id>': 'requires_auth' },
    ['DELETE /orders/<id>'],
  ],
  [
    'two roles, of which nobody knows the greater',
    {
      'a.ts': `import { Router } from 'express';
const router = Router();
router.post('/notes', requireAuth('a'), (q, r) => r.end());
router.delete('/notes/:id', requireAuth('b'), (q, r) => r.end());
`,
    },
    { 'POST /notes': "requireAuth('a')", 'DELETE /notes/:id': "requireAuth('b')" },
    [],
  ],
] as const)(
  'a guard without the role that its neighbours give it asks for less: %s [FACT-02]',
  async (_name, files, shown, outliers) => {
    const recon = await survey(files);
    const rows = recon.endpoints.map(({ name, guards }) => [name, guards.map(formatGuard).join(' ')]);
    expect(Object.fromEntries(rows)).toEqual(shown);
    expect(recon.resources.flatMap((resource) => resource.outliers)).toEqual(outliers);
  },
);
