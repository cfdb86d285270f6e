/**
 * Limits the memory of a large review in two ways: sets V8 flags for a small heap (analyzer-pool.ts), and forces garbage collection
 * after so much parsed text (wiring/serve-analyzer-list.ts). Neither acts before enough text was parsed: a flag of V8 makes the
 * compiled form of every module loaded after it useless.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From so much text on, memory counts for more than the time that collecting it takes. */
const SMALL_HEAP_CHARACTERS = 100_000;

/**
 * Texts pass through by the megabyte and are dropped at once: a young generation that does not grow holds fewer of them,
 * and of the large ones, which are old from the start, no more wait than half of what is in use. Holds for every thread.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => undefined;
}

/**
 * Syntax trees lie outside the heap, where the engine does not see them, and go only when their wrappers are collected.
 * Asks for that whenever so much text has been parsed. What was collected is freed at the next turn of the event loop: then
 * there is something to wait for.
 */
export function createMemoryRelease(everyCharacters: number): (characters: number) => Promise<void> | null {
  let isSmall = false;
  let collect: (() => void) | null = null;
  let parsed = 0;
  return (characters) => {
    parsed += characters;
    if (!isSmall && parsed >= SMALL_HEAP_CHARACTERS) {
      isSmall = true;
      keepHeapSmall();
    }
    if (parsed < everyCharacters) return null;
    parsed = 0;
    collect ??= exposeCollector();
    collect();
    return new Promise((resolve) => setImmediate(resolve));
  };
}
