/** Test doubles at the ports, for those who build drivers or engines on this package. */
export { createTestEngine, writeWords } from './engine.js';
export { createCountingIds, createFixedClock, createWordCounter } from './fixed-ports.js';
export { LOOPBACK_MODELS, startLoopbackProvider, UNRESOLVABLE_BASE_URL, } from './loopback/loopback-provider.js';
export { createMemoryJournal } from './memory-journal.js';
export { createMemoryRecollections, createMemoryReuse } from './memory-recollections.js';
export { createMemoryRepository } from './memory-repository.js';
export { completed, createScriptedDriver, reviewEverything } from './scripted-driver.js';
