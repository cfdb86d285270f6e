/** Test doubles at the ports, for those who build drivers or engines on this package. */
export { createTestEngine, writeWords } from './engine.ts';
export { createCountingIds, createFixedClock, createMemoryJournal, createWordCounter } from './fixed-ports.ts';
export { createMemoryRepository } from './memory-repository.ts';
export { completed, createScriptedDriver, reviewEverything } from './scripted-driver.ts';
