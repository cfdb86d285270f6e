/** What is left of a process that was ended together with its guard goes with the next one; nothing else does. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findTemporaryFolder, sweepTemporaryFolders } from './temporary-folder.ts';

test('only folders of processes of this machine that are gone are removed', () => {
  const parent = mkdtempSync(join(tmpdir(), 'sweep-'));
  try {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const [, system = ''] = /-([0-9a-f]{8})-\w{6}$/u.exec(basename(findTemporaryFolder())) ?? [];
    expect(system).not.toBe('');
    const kept = [
      `consensus-review-${process.pid}-${system}-aaaaaa`,
      `consensus-review-${gone}-00000000-aaaaaa`,
      `consensus-review-${gone}-${system}-aaaaaa-mine`,
      `consensus-review-${process.getuid?.() ?? 0}`,
      'consensus-review-0-notes',
      'other',
    ];
    for (const name of [...kept, `consensus-review-${gone}-${system}-bbbbbb`]) {
      mkdirSync(join(parent, name, 'git-1'), { recursive: true });
      writeFileSync(join(parent, name, 'git-1/HEAD'), 'ref: refs/heads/main\n');
    }
    symlinkSync(join(parent, 'other'), join(parent, `consensus-review-${gone}-${system}-cccccc`));
    sweepTemporaryFolders(parent);
    expect(readdirSync(parent).sort()).toEqual([...kept, `consensus-review-${gone}-${system}-cccccc`].sort());
    expect(readdirSync(join(parent, 'other'))).toEqual(['git-1']);
    expect(() => sweepTemporaryFolders(join(parent, 'nowhere'))).not.toThrow();
  } finally {
    rmSync(parent, { recursive: true });
  }
});
