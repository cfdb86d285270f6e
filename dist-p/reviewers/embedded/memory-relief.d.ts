/**
 * Texts pass through by the megabyte and are dropped at once: a young generation that does not grow holds fewer of them,
 * and of the large ones, which are old from the start, no more wait than half of what is in use. Holds for every thread.
 */
export declare function keepHeapSmall(): void;
/**
 * Syntax trees lie outside the heap, where the engine does not see them, and go only when their wrappers are collected.
 * Asks for that whenever so much text has been parsed. What was collected is freed at the next turn of the event loop: then
 * there is something to wait for.
 */
export declare function createRelief(everyCharacters: number): (characters: number) => Promise<void> | null;
