/** A project that six reviewers on a model need three waves for, in as few calls as that can be done. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const REVIEWERS = ['security', 'vulnerability', 'typescript', 'code-quality', 'documentation', 'user-persona'];

const FILES = 3;
const BUDGET_TOKENS = 1400;

const writeSource = (number: number): string =>
  [
    `export const first${number} = (input: string): string => input + '${number}';`,
    `export const second${number} = (input: string): string => input.repeat(${number});`,
    ...Array.from(
      { length: 24 },
      (_, i) => `export const value${number}x${i} = first${number}('${i}') + second${number}('${i}');`,
    ),
    '',
  ].join('\n');

export function writeSmallProject(root: string): void {
  const files = {
    ...Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`src/part${i}.ts`, writeSource(i + 1)])),
    'consensus-review.config.json': JSON.stringify({
      base_budgets: Object.fromEntries(REVIEWERS.map((name) => [`${name}-reviewer`, BUDGET_TOKENS])),
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
