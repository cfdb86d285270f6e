import { expect, test } from 'vitest';
import { resolveStateDir } from './state-dir.ts';

test.each([
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\a', 'D:\\Local\\consensus-review'],
  ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Local\\consensus-review'],
  ['darwin', { XDG_STATE_HOME: '/x' }, '/Users/a', '/Users/a/Library/Application Support/consensus-review'],
  ['linux', {}, '/home/a', '/home/a/.local/state/consensus-review'],
  ['linux', { XDG_STATE_HOME: '/x' }, '/home/a', '/x/consensus-review'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/a', '/home/a/.local/state/consensus-review'],
  ['win32', { CONSENSUS_REVIEW_STATE_DIR: 'E:\\state' }, 'C:\\Users\\a', 'E:\\state'],
])('%s with %o and the home folder %s: %s', (platform, environment, home, expected) => {
  expect(resolveStateDir(environment, platform, home)).toBe(expected);
});
