/**
 * Exports the test doubles of this folder as `consensus-review/testing`, for those who build drivers or engines on this package, and
 * for our own tests.
 */
export { createTestEngine, writeWords } from './engine.ts';
export { createCountingIds, createFixedClock, createWordCounter } from './fixed-ports.ts';
export { FORGE_ACCOUNT, FORGE_TOKEN, type LoopbackForge, startForge } from './loopback/loopback-forge.ts';
export {
  LOOPBACK_MODELS,
  type LoopbackProvider,
  startLoopbackProvider,
  UNRESOLVABLE_BASE_URL,
} from './loopback/loopback-provider.ts';
export type {
  LoopbackFault,
  LoopbackReply,
  LoopbackRequest,
  LoopbackToolCall,
  LoopbackUsage,
  WireFormat,
} from './loopback/script.ts';
export { createMemoryContextStore } from './memory-context-store.ts';
export { createMemoryJournal, hearSteps, type MemoryJournal } from './memory-journal.ts';
export { createMemoryRepository } from './memory-repository.ts';
export { createMemoryReuse, createMemoryReviewCache } from './memory-review-cache.ts';
export { completed, createScriptedDriver, reviewEverything } from './scripted-driver.ts';
export { createScriptedModel, type ScriptedTurn } from './scripted-model.ts';
