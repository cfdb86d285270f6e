import type { Complexity } from './protocol/budget.ts';
import { type ConfigValues, type ExternalAnalyzerName, type FormatName } from './protocol/config-schema.ts';
import type { ConsensusProtocol } from './protocol/consensus-protocol.ts';
import type { FailOn } from './protocol/exit-code.ts';
import { type Thresholds } from './protocol/thresholds.ts';
export interface Config {
    /** Names asked for, or null to choose by the languages in scope. */
    readonly reviewers: readonly string[] | null;
    readonly model: string;
    readonly reviewerModels: Readonly<Record<string, string>>;
    /** Models that each review for themselves; empty without a panel. */
    readonly panel: readonly string[];
    readonly fallback: string | null;
    readonly protocol: ConsensusProtocol;
    /** Voices a finding needs, of those that could have reported it. */
    readonly minAgreement: number;
    /** Models that are handed their files instead of tools, by PROVIDER/NAME. */
    readonly modelsWithoutTools: readonly string[];
    /** Multiplies every budget; `standard` leaves them (REV-22). */
    readonly complexity: Complexity;
    /** Who makes vectors for search; null where words alone rank. */
    readonly embeddingModel: string | null;
    /** Agent programs by name, for `command/NAME`. */
    readonly commands: Readonly<Record<string, readonly string[]>>;
    /** Prices of the user, by PROVIDER/NAME; as written. */
    readonly prices: Readonly<Record<string, unknown>>;
    readonly waves: 'auto' | number;
    /** Null = all reviewers at once. */
    readonly concurrency: number | null;
    readonly maxTokens: number | null;
    readonly maxCostUsd: number | null;
    readonly deadlineMs: number | null;
    readonly failOn: FailOn;
    readonly allowPartial: boolean;
    readonly ignoreVetoes: boolean;
    /** Whether the run is kept, so that it can be resumed. */
    readonly journal: boolean;
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    readonly maxFileBytes: number;
    readonly thresholds: Thresholds;
    /** Rights to veto that differ from the reviewer's own. */
    readonly veto: Readonly<Record<string, boolean>>;
    readonly baseBudgets: Readonly<Record<string, number>>;
    /** Programs of others that may review where they are installed. */
    readonly externalAnalyzers: readonly ExternalAnalyzerName[];
    /** As written: relative to the root, absolute, or names of the registry. */
    readonly semgrepRules: readonly string[];
    readonly advisoryDatabase: string | null;
    readonly allowNetwork: boolean;
    /** Null = terminal on a terminal, else markdown. */
    readonly format: FormatName | null;
}
export type Environment = Readonly<Record<string, string | undefined>>;
/** A configuration file whose keys and values have been checked. */
export interface ConfigFile {
    readonly path: string;
    readonly values: ConfigValues;
}
export interface ConfigSources {
    readonly file: ConfigFile | null;
    readonly env: Environment;
    /** Values by the camelCase name of the flag, as a command line parser leaves them: text, lists of text, switches. */
    readonly flags: Readonly<Record<string, unknown>>;
}
export declare const readEnvironment: () => Environment;
/** Throws ReviewError('bad-config') naming the file, the place, the key and what to write instead. */
export declare function parseConfigFile(text: string, path: string): ConfigFile;
export declare function resolveConfig({ file, env, flags }: ConfigSources): Config;
/** The file that `init` writes: valid, short, and pointing editors at the schema that explains the rest. */
export declare const initialConfig: () => string;
