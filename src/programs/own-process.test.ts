import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../repository/temporary-folder.ts';
import { forkProcess } from './own-process.ts';

test('is started with no setting that makes the engine refuse the compiled form of the modules of Node', async () => {
  const file = join(makeTemporaryFolder('tag'), 'tell.cjs');
  writeFileSync(file, "process.send(require('node:v8').cachedDataVersionTag())");
  const child = forkProcess(pathToFileURL(file), 500, []);
  child.ref();
  child.channel?.ref();
  const [tag] = await once(child, 'message');
  child.kill('SIGKILL');
  const usual = execFileSync(process.execPath, ['-p', 'v8.cachedDataVersionTag()'], { encoding: 'utf8' });
  expect(String(tag)).toBe(usual.trim());
});
