import { type ConfigValues } from './config-schema.ts';
/** Where a layer's values were written, in the user's words. */
export interface Origin {
    readonly code: 'bad-config' | 'bad-value';
    locate(keys: readonly PropertyKey[]): string;
    nameKey(keys: readonly PropertyKey[]): string;
}
/** The values unchanged; throws ReviewError for the first that is not allowed. */
export declare function checkConfigValues(values: unknown, origin: Origin): ConfigValues;
