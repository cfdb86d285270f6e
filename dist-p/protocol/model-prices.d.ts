import { type PriceEntry } from './model-prices-table.ts';
import type { TurnUsage } from './turn-outcome.ts';
export type { PriceEntry } from './model-prices-table.ts';
export type PriceTable = Readonly<Record<string, PriceEntry>>;
/** Prices of the user, keyed by `provider/name`. Throws ReviewError('bad-config') that names the key. */
export declare function parsePrices(value: unknown, origin: string): PriceTable;
/** Null where nobody knows what it costs. `overrides` win over the table. */
export declare function findPrice(name: string, overrides?: PriceTable): PriceEntry | null;
/** Cost of a call in US dollars. */
export declare function costUsd(usage: Omit<TurnUsage, 'isEstimated'>, entry: PriceEntry): number;
/** The most a call with so much input and at most so much output can cost: everything fresh or written, nothing cached. */
export declare function worstCostUsd(inputTokens: number, maxOutputTokens: number, entry: PriceEntry): number;
/** A limit in money binds only where every price is known: anything else would be a guess. */
export declare function requirePrice(name: string, maxCostUsd: number | null, own: PriceTable): PriceEntry | null;
