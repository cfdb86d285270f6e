/**
 * The RunWatch port: an observer is told of events, model calls, scans and the end of a run; it never changes, delays or fails
 * it, and by type gets no prompt, answer, code or key. Implemented by telemetry/ (OpenTelemetry) and cli/progress/ (screen,
 * verbose log); wiring/conduct.ts joins them.
 */

import type { TurnUsage } from '../protocol/calls/turn-outcome.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { AnalyzerRow } from './analyzer.ts';
import type { Emit } from './events.ts';
import type { CallResult } from './model.ts';

export interface WatchedSpan {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** One call of a provider. */
export interface WatchedAttempt extends WatchedSpan {
  readonly attempt: number;
  /** `provider/name`. */
  readonly model: string;
  /** Null where an answer arrived whole; else the kind of its end, with the reason where it failed for good. */
  readonly error: string | null;
  /** As the convention of generative AI names it: stop, tool_calls, length, content_filter; null for everything else. */
  readonly finish: string | null;
  readonly usage: TurnUsage | null;
  /** How long until the next attempt on the same model; null where there is none. */
  readonly waitMs: number | null;
}

/** One question of an agent, with all attempts to have it answered. */
export interface WatchedCall extends WatchedSpan {
  /** Who asks, by the name of its `agent` events where it has any. */
  readonly agent: string;
  readonly key: string;
  /** The model that was asked first. */
  readonly model: string;
  /** The model whose word it is in the end. */
  readonly answeredBy: string;
  readonly maxOutputTokens: number;
  readonly result: CallResult['kind'];
  readonly attempts: readonly WatchedAttempt[];
}

export interface WatchedScan extends WatchedSpan, Omit<AnalyzerRow, 'reason'> {
  readonly files: number;
}

export type RunEnding =
  | { readonly kind: 'report'; readonly report: ReportDocument }
  /** Only the code of the error: its words may quote anything. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The run goes on elsewhere. */
  | { readonly kind: 'left' };

export type BegunScan = Pick<WatchedScan, 'name' | 'files'>;

/** Watches what adapters do; the engine does not know of it. */
export interface EffectWatch {
  call(call: WatchedCall): void;
  /** A scan begins; `scan` follows when it has ended, unless it throws. */
  begin?(scan: BegunScan): void;
  scan(scan: WatchedScan): void;
}

export interface RunWatch extends EffectWatch {
  readonly emit: Emit;
  /** Everything is over; resolves within a bound, whatever listens at the other end. */
  end(ending: RunEnding): Promise<void>;
}
