/** Measures texts here until there is enough to be worth threads, and then wherever there is room. Reads no file. */
import type { TokenCounter } from '../ports.ts';
import type { Measurement, TokenPool } from './token-pool.ts';
import { type ExactCounter } from './tokens.ts';
export type MeasuringCounter = TokenCounter | Pick<ExactCounter, 'countExact'>;
export type MeasureText = (text: string) => Measurement | Promise<Measurement>;
export interface Measuring {
    readonly measure: MeasureText;
    close(): Promise<void>;
}
/** With `openPool` a large scope is measured by its threads too; they must count as the counter does. */
export declare function openMeasuring(counter: MeasuringCounter, openPool: (() => TokenPool) | null): Measuring;
