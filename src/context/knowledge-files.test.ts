import { expect, test } from 'vitest';
import { FRAMEWORK_ROWS, LANGUAGE_ROWS } from '../recon/knowledge/knowledge-rows.ts';
import { readKnowledge } from './knowledge-files.ts';

test('every document that recon may choose can be read [TURNS-01]', async () => {
  for (const { name } of [...LANGUAGE_ROWS, ...FRAMEWORK_ROWS])
    expect(await readKnowledge(`${name}.md`), name).toMatch(/^# /u);
});

test.each(['', 'nothing.md', '../../package.json', 'languages/go.md', 'go', 'GO.MD\0.md'])(
  '%j is no document',
  async (name) => {
    expect(await readKnowledge(name)).toBeNull();
  },
);
