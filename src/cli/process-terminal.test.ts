import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTerminal } from './process-terminal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const;
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
const removeOurs = (): void => {
  for (const [signal, known] of before)
    for (const listener of process.listeners(signal)) if (!known.includes(listener)) process.off(signal, listener);
};
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true));
afterEach(() => {
  removeOurs();
  vi.restoreAllMocks();
});

const open = (platform: NodeJS.Platform) => {
  const exits: number[] = [];
  const exit = (code: number): never => exits.push(code) as never;
  return { exits, terminal: createTerminal(exit, false, platform) };
};

test.each([
  ['win32', ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP']],
  ['darwin', ['SIGINT', 'SIGTERM']],
  ['linux', ['SIGINT', 'SIGTERM']],
] as const)(
  'on %s a run that has something to finish is stopped by %j, and at once by the second',
  (platform, stopping) => {
    for (const signal of SIGNALS) {
      const { exits, terminal } = open(platform);
      terminal.onStop?.('resume it');
      const ours = process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
      const send = (): void => ours.forEach((listener) => void listener(signal));
      send();
      const isStopping = (stopping as readonly string[]).includes(signal);
      expect([signal, terminal.interrupt.aborted, exits]).toEqual([signal, isStopping, []]);
      send();
      expect([signal, exits]).toEqual([signal, isStopping ? [130] : []]);
      removeOurs();
    }
  },
);
