/**
 * Two ways to keep a large review small. Both only tell the engine when to collect, never what to keep.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Texts pass through by the megabyte and are dropped at once: a young generation that does not grow holds fewer of them. */
export const keepYoungSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/**
 * Syntax trees lie outside the heap, where the engine does not see them, and go only when their wrappers are collected.
 * Asks for that whenever so much text has been parsed.
 */
export function createRelief(everyCharacters: number): (characters: number) => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  let parsed = 0;
  return (characters) => {
    parsed += characters;
    if (parsed < everyCharacters || typeof collect !== 'function') return;
    parsed = 0;
    collect();
  };
}
