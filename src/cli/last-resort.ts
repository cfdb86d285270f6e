/**
 * Handles uncaught exceptions, unhandled rejections and a command that waits for nothing: stops a run so that it writes the report it
 * has, ends any other command, and makes the exit code 4. Created by process-terminal.ts, registered with the process by start.ts.
 */
import { EXIT } from '../errors.ts';
import { explainError } from './explain-error.ts';
import type { Terminal } from './streams.ts';

export interface LastResort {
  take(error: unknown): void;
  /** A run is on. `farewell` says how it goes on another time; empty where it is not stored. */
  expectReport(farewell: string): void;
  /** The command has ended by itself; answers its exit code. What is left open holds the process no longer. */
  end(code: number): number;
  /** Null while nothing broke. */
  readonly fault: () => { readonly error: unknown } | null;
}

export interface LastResortSettings extends Pick<Terminal, 'stderr' | 'interrupt'> {
  readonly isDebug: boolean;
  /** How long a stopped run may take to write its report. */
  readonly graceMs: number;
  readonly stopRun: () => void;
  readonly exit: (code: number) => void;
}

const LEFT_OPEN_MS = 1000;

export function createLastResort(settings: LastResortSettings): LastResort {
  const { stderr, isDebug, graceMs, stopRun, exit } = settings;
  let fault: { readonly error: unknown } | null = null;
  let farewell: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const endWithout = (): void => {
    stderr.write(`No report: the command could not go on.\n${farewell ?? ''}`);
    exit(EXIT.failed);
  };
  return {
    fault: () => fault,
    end(code) {
      clearTimeout(timer);
      if (fault === null) return code;
      setTimeout(() => exit(EXIT.failed), LEFT_OPEN_MS).unref();
      return EXIT.failed;
    },
    expectReport(text) {
      farewell = text;
    },
    take(error) {
      // What breaks while a run is being stopped changes nothing any more.
      if (fault !== null) return;
      fault = { error };
      explainError(error, settings, isDebug);
      if (farewell === null) return endWithout();
      stderr.write('The run is stopped. What there is until now is reported.\n');
      timer = setTimeout(endWithout, graceMs);
      stopRun();
    },
  };
}
