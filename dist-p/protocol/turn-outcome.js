/**
 * How one call of a model can end, as data. Nothing but `replied` is an answer, and no kind reads as "no findings".
 * What arrived before the end is always kept. JSON-safe, so that a recorded outcome can be replayed.
 */
export const NOTHING_RECEIVED = { text: '', toolCalls: [], usage: null, mayBeBilled: false };
