/**
 * Lines without a secret stay as they are. The lines are drawn from real files of many kinds, which are redacted whole by one redactor,
 * as a run does it: what one file teaches it must not spoil the others.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRunRedactor } from '../../src/wiring/redaction.ts';
import { times } from '../tier.ts';
import { createRandom } from './canaries.ts';

const root = join(import.meta.dirname, '../..');
const PACKAGES =
  'zod,yaml,commander,pino,pg,picomatch,diff,ajv,fast-check,markdownlint,ignore,vite,@types/node,@dbos-inc/dbos-sdk';
/** Files that exist to hold something like a secret are left out: tests of secrets, and cases of rules. */
const PATTERNS = [
  'src/**/*.ts',
  'docs/**/*.md',
  'rules/**/*.yml',
  'knowledge/**/*.{md,yml}',
  `node_modules/{${PACKAGES}}/**/*.{js,cjs,mjs,ts,json,md,yml}`,
];
const HOLDS_SECRETS = /redaction|secret|\.test\.ts$|cases\.yml$|\.min\./u;
/** From one file no more, so that many are seen. */
const LINES_OF_A_FILE = 40;

/** What a project for development says, and what must then stay readable elsewhere. */
const DEVELOPMENT = {
  'docker-compose.yml':
    'services:\n  db:\n    environment:\n      POSTGRES_USER: postgres\n      POSTGRES_PASSWORD: postgres\n',
  '.env': 'DB_PASSWORD=database\nREDIS_PASSWORD=development\nAPP_SECRET=application\n',
} as const;
const WORDS = "import { connect } from './postgres-database.ts'; // for development of the application";

function drawLines(seed: number, count: number): { readonly drawn: number; readonly changed: readonly string[] } {
  const random = createRandom(seed);
  const paths = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (path) => !HOLDS_SECRETS.test(path),
  );
  const order = paths.toSorted().map((path) => [random(), path] as const);
  const redactor = createRunRedactor();
  for (const [path, text] of Object.entries(DEVELOPMENT)) redactor.redactFile(path, text);
  const changed: string[] = [];
  let drawn = 0;
  for (const [, path] of order.toSorted(([a], [b]) => a - b)) {
    const text = readFileSync(join(root, path), 'utf8');
    const [before, after] = [text, redactor.redactFile(path, text)].map((each) => each.split('\n'));
    const written = [...(before ?? []).entries()].filter(([, line]) => line.trim() !== '');
    const from = Math.floor(random() * Math.max(1, written.length - LINES_OF_A_FILE));
    for (const [at, line] of written.slice(from, from + LINES_OF_A_FILE)) {
      if (drawn === count) return { drawn, changed };
      drawn += 1;
      if (after?.[at] !== line) changed.push(`${path}:${at + 1} ${line.trim().slice(0, 100)}`);
    }
  }
  return { drawn, changed };
}

test('of 5,000 ordinary lines at most one in a hundred is redacted [TRUST-06]', () => {
  const wanted = times(5000, 90_000);
  const seed = Number(process.env.ORDINARY_SEED ?? 1);
  const { drawn, changed } = drawLines(seed, wanted);
  console.log(`${changed.length} of ${drawn} ordinary lines redacted, seed ${seed}`);
  expect(drawn).toBe(wanted);
  expect(changed.slice(0, wanted / 100)).toEqual(changed);
}, 600_000);

test('a password that is a word hides itself, and not the word elsewhere', () => {
  const redactor = createRunRedactor();
  const redacted = Object.entries(DEVELOPMENT).map(([path, text]) => redactor.redactFile(path, text));
  expect(redacted.join('').match(/\[redacted:/gu)).toHaveLength(3);
  expect(redactor.redactFile('src/app.ts', WORDS)).toBe(WORDS);
});
