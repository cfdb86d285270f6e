/** Settings written as text: variables CONSENSUS_REVIEW_* and flags, brought into the shape of the configuration file. */
import { type ConfigValues } from './config-schema.ts';
/** Name of the variable for a key: `max_tokens` → `CONSENSUS_REVIEW_MAX_TOKENS`. */
export declare const toVariable: (keys: readonly PropertyKey[]) => string;
export declare function readVariables(env: Readonly<Record<string, string | undefined>>): ConfigValues;
/** Flags by their camelCase name, as a command line parser leaves them: text, lists of text, switches. */
export declare function readFlags(flags: Readonly<Record<string, unknown>>): ConfigValues;
