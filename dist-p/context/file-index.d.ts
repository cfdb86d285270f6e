/**
 * Measures the files of a scope while the scope is still being found (SCOPE-02): tokens, lines, lines that are not
 * blank, branch (SCOPE-04). Reads each file once and keeps none; what cannot be reviewed leaves with its reason.
 */
import type { Index } from '../ports.ts';
import { type MeasuringCounter } from './measure-text.ts';
import type { TokenPool } from './token-pool.ts';
/**
 * Results come in the order of the entries, however long a single file takes. With `openPool` a large scope is measured
 * by its threads too; they must count as the counter does.
 */
export declare function createIndex(counter: MeasuringCounter, openPool?: (() => TokenPool) | null): Index;
