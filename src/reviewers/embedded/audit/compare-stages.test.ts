import { expect, test } from 'vitest';
import { compareStages } from './compare-stages.ts';

const read =
  (files: Readonly<Record<string, string>>) =>
  async (file: string): Promise<readonly string[]> =>
    files[file]?.split('\n') ?? [];

test('what development protects and production does not is reported at its line in production', async () => {
  const files = {
    'settings/prod.py': 'DEBUG = True\nSESSION_COOKIE_SECURE = True',
    'settings/dev.py': 'DEBUG = False\nSESSION_COOKIE_SECURE = False',
  };
  const { isCompared, findings } = await compareStages(Object.keys(files), read(files));
  expect(isCompared).toBe(true);
  expect(findings.map(({ title, file, line }) => [title, file, line])).toEqual([
    ['DEBUG is weaker in production than in development', 'settings/prod.py', 1],
  ]);
});

test('two stages of which one cannot be read were not compared; one stage alone has nothing to compare', async () => {
  const unread = await compareStages(['config/production.json', 'config/development.json'], read({}));
  expect(unread).toEqual({ isCompared: false, findings: [] });
  expect(await compareStages(['Dockerfile', 'config/shop.json'], read({}))).toEqual({ isCompared: true, findings: [] });
});
