/**
 * Runs the timers of one provider call: until the first byte, between two, for the whole answer; tells when one runs out. Used by
 * wire-watch.ts.
 */

export type TimeBound = 'silent' | 'too-long';

export interface WireTimers {
  /** The request is on its way. */
  begin(): void;
  /** Something of the answer has arrived. */
  note(): void;
  stop(): void;
}

export interface TimerSettings {
  readonly firstByteMs: number;
  readonly silenceMs: number;
  /** Instead of `firstByteMs`, where calls wait in a queue: may be longer than any silence. */
  readonly queueMs?: number;
  readonly totalMs: number;
  /** Whether the provider has answered anything before: then it may think before the first byte as long as later. */
  readonly hasSpoken: () => boolean;
  readonly onEnd: (bound: TimeBound, afterMs: number) => void;
}

export function createWireTimers({ silenceMs, totalMs, hasSpoken, onEnd, ...settings }: TimerSettings): WireTimers {
  const firstByteMs = settings.queueMs ?? Math.min(settings.firstByteMs, silenceMs);
  let total: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let hasArrived = false;
  const stop = (): void => {
    clearTimeout(total);
    clearTimeout(silence);
  };
  const awaitBytes = (milliseconds: number, sinceMs: number): void => {
    silence = setTimeout(() => {
      if (sinceMs < silenceMs && hasSpoken()) return awaitBytes(silenceMs - sinceMs, silenceMs);
      stop();
      onEnd('silent', sinceMs);
    }, milliseconds);
  };
  return {
    stop,
    begin() {
      awaitBytes(firstByteMs, firstByteMs);
      total = setTimeout(() => {
        stop();
        onEnd('too-long', totalMs);
      }, totalMs);
    },
    note() {
      if (hasArrived) return void silence?.refresh();
      hasArrived = true;
      clearTimeout(silence);
      awaitBytes(silenceMs, silenceMs);
    },
  };
}
