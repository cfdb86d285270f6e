import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { createProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const agent = (name: string, status: 'started' | 'progress' | 'finished', filesDone = 0): RunEvent => ({
  kind: 'agent',
  agent: name,
  wave: 1,
  status,
  usageRatio: 0,
  mode: 'full',
  findings: 0,
  filesDone,
  filesTotal: 40,
  message: null,
});

/** The lines so far; `pass` lets so many seconds go by. */
function watch() {
  let time = 0;
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text.trimEnd()) };
  const progress = createProgress({ stream, quiet: false, verbose: false, now: () => time });
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      time += 1000;
      vi.advanceTimersByTime(1000);
    }
  };
  return { ...progress, lines, pass };
}

test('what takes long is said every 15 seconds: agents with their files, programs with their time', () => {
  const { emit, scans, lines, pass, stop } = watch();
  pass(15);
  emit(agent('security-reviewer', 'started'));
  emit(agent('go-reviewer', 'started'));
  scans.begin({ name: 'go-vet', files: 40 });
  pass(2);
  scans.begin({ name: 'semgrep', files: 40 });
  scans.begin({ name: 'semgrep', files: 3 });
  scans.begin({ name: 'ruff', files: 40 });
  scans.end({ name: 'ruff' });
  emit(agent('security-reviewer', 'progress', 12));
  pass(28);
  scans.end({ name: 'go-vet' });
  scans.end({ name: 'semgrep' });
  emit(agent('go-reviewer', 'finished', 40));
  pass(30);
  scans.end({ name: 'semgrep' });
  pass(15);
  stop();
  pass(60);
  expect(lines).toEqual([
    '[00:15] still working: reading the scope',
    '[00:30] still working: security-reviewer 12/40 files, go-reviewer 0/40 files; running go-vet 15 s, semgrep 13 s',
    '[00:45] still working: security-reviewer 12/40 files, go-reviewer 0/40 files; running go-vet 30 s, semgrep 28 s',
    '[00:45] go-reviewer: 40/40 files, 0 findings, 0% of budget',
    '[01:00] still working: security-reviewer 12/40 files; running semgrep 43 s',
    '[01:15] still working: security-reviewer 12/40 files; running semgrep 58 s',
    '[01:30] still working: security-reviewer 12/40 files',
  ]);
});
