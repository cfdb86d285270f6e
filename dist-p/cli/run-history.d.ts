/** The stored runs that this terminal can see. */
import { type RunStore } from '../adapters/journal/run-store.ts';
import type { Terminal } from './streams.ts';
/** Null where no run was ever stored. */
export declare function openHistory(terminal: Terminal): RunStore | null;
