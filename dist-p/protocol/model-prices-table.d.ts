/**
 * What models cost and hold, as their providers published it. Data only: a name that is not here has no price, and a price
 * that changed is overridden by the user. US dollars per million tokens; `write` is the price of putting a prefix into the
 * cache, `above` the price of the whole call where its input is larger.
 */
export interface PriceTier {
    readonly input: number;
    readonly cached: number;
    readonly write: number;
    readonly output: number;
}
export interface PriceEntry extends PriceTier {
    readonly contextTokens: number | null;
    readonly maxOutputTokens: number | null;
    readonly above?: PriceTier & {
        readonly inputTokens: number;
    };
}
/** The day the table was put together, from public pages; nobody has compared every row with its provider's list. */
export declare const PRICES_AS_OF = "2026-11-15";
export declare const MODEL_PRICES: Readonly<Record<string, PriceEntry>>;
