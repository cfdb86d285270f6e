/**
 * Declares the `Terminal`: streams, environment, current folder and interrupt signal as commands see them, so that a test can replace
 * them. Also reads a stream to its end (`readAll`). Used by all of cli/; created by process-terminal.ts.
 */
import { ReviewError } from '../errors.ts';
import type { RunPlace } from '../wiring/stored-runs.ts';

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean; destroy?(): unknown };
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: {
    write(text: string): unknown;
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** When the process began, as `performance.now()` tells it; left out where a command is not all of its process. */
  readonly startedAt?: number;
  /** Fires when the user interrupts. */
  readonly interrupt: AbortSignal;
  /** How long calls of models that are in flight may take once the user has interrupted; none where it is not said. */
  readonly graceMs?: number;
  /** What to say where the user ends the process at once. */
  readonly onStop?: (message: string) => void;
  /** A run is on: where something breaks that nobody has in hand, it is stopped and its report expected. */
  readonly onRun?: (farewell: string) => void;
  /** What broke that way; null where nothing did. */
  readonly fault?: () => { readonly error: unknown } | null;
  /** Ends the process, where something in it cannot be ended otherwise. */
  readonly endNow?: (code: number) => never;
  /** How runs are kept, where a test wants to stand in between. */
  readonly runPlace?: Pick<RunPlace, 'watch' | 'chooseId'>;
}

/** Throws ReviewError for a text that is longer than somebody waits for. */
export async function readAll(
  stream: AsyncIterable<Uint8Array | string>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    bytes += part.length;
    if (bytes > maxBytes)
      throw new ReviewError('unreadable-input', `standard input has more than ${maxBytes / 1_000_000} MB.`);
  }
  return Buffer.concat(parts).toString('utf8');
}
