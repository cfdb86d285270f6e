/** Secretlint marks every rule on every file in the timeline of the process and keeps the marks: memory that only grows. */
import { createRequire } from 'node:module';

interface Profiler {
  readonly secretLintProfiler?: { setEnabled?(enabled: boolean): void };
}

/** Turned off where the library allows it; it is a dependency of secretlint's own, so it is looked up from there. */
export function stopProfiling(): void {
  const core = createRequire(import.meta.url).resolve('@secretlint/core');
  const { secretLintProfiler } = createRequire(core)('@secretlint/profiler') as Profiler;
  secretLintProfiler?.setEnabled?.(false);
}
