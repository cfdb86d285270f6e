/**
 * Computes from a model's context window (tokens, or null) how large an agent's budget, one answer and notes of the project may
 * be, and whether the whole scope fits. Also the smallest windows for a review, an audit and tools. Called by
 * engine/review/plan-wave.ts, engine/audit/hunt-round.ts and wiring/model-capabilities.ts.
 */

/** Instructions, list of files and message frames of an agent, by the largest that was counted (1,900) with some room. */
const INSTRUCTION_TOKENS = 1600;
/** Our tokens are of another vocabulary than the model's: so many of its tokens are allowed for one of ours. */
const VOCABULARY_MARGIN = 1.3;

/** Below this nothing but the instructions would fit. */
export const MIN_WINDOW_TOKENS = 4096;
/** An audit hunts over many turns and hands its state on. */
export const MIN_AUDIT_WINDOW_TOKENS = 16_384;
/** Descriptions of tools and their answers need room: below this, files are handed over one at a time. */
export const MIN_TOOL_WINDOW_TOKENS = 16_384;

/** Null where nobody knows the window. */
export const hasRoomForTools = (windowTokens: number | null): boolean =>
  windowTokens === null || windowTokens >= MIN_TOOL_WINDOW_TOKENS;

/** The part of the window that one answer may fill. */
const ANSWER_SHARE = 0.25;
/** Of the share of the window: what notes of the project and of analyzers may fill. */
const NOTES_SHARE = 0.1;

/** Tokens that an agent may read and write beside its instructions. */
export const shareOfWindow = (windowTokens: number): number =>
  Math.max(0, Math.floor((windowTokens - INSTRUCTION_TOKENS) / VOCABULARY_MARGIN));

/** The effective budget; `carriedTokens` is what the agent has before it without paying for it. */
export const fitBudget = (budgetTokens: number, windowTokens: number | null, carriedTokens = 0): number =>
  windowTokens === null
    ? budgetTokens
    : Math.max(1, Math.min(budgetTokens, shareOfWindow(windowTokens) - carriedTokens));

/** Whether a scope may be given whole to an agent with that window. */
export const holdsScope = (windowTokens: number | null, scopeTokens: number): boolean =>
  windowTokens === null ||
  (windowTokens >= MIN_TOOL_WINDOW_TOKENS && scopeTokens <= Math.floor(shareOfWindow(windowTokens) / 2));

export const fitAnswer = (maxOutputTokens: number, windowTokens: number | null): number =>
  windowTokens === null ? maxOutputTokens : Math.min(maxOutputTokens, Math.floor(windowTokens * ANSWER_SHARE));

/** Characters that notes of the project or of analyzers may take of the window, about four to a token. */
export const fitNotes = (windowTokens: number | null): number =>
  windowTokens === null ? Number.POSITIVE_INFINITY : Math.floor(4 * NOTES_SHARE * shareOfWindow(windowTokens));
