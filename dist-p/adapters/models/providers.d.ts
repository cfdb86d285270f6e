/**
 * Every provider we know: where its key and address come from, what to say where they are missing, and how its package is
 * loaded. A package is imported when the first call is made, not before.
 */
import { type SdkConnection, type SdkModel } from './sdk-model.ts';
export type Environment = Readonly<Record<string, string | undefined>>;
export interface ProviderEntry {
    /** Variables that may hold the key, the first one is named in advice. */
    readonly keyVariables: readonly string[];
    readonly needsKey: boolean;
    readonly baseUrlVariables: readonly string[];
    /** Null where the package knows its own. */
    readonly defaultBaseUrl: string | null;
    /** True where neither we nor the package know an address. */
    readonly needsBaseUrl?: boolean;
    /** Path of the API where an address names only a host. */
    readonly apiPath: string;
    /** True where the user's own machine answers: no key, no bill. */
    readonly isLocal: boolean;
    /** What is missing in the environment beside the key; null where nothing is. */
    readonly findGap?: (env: Environment) => string | null;
    /** How a call is marked so that the provider keeps the prefix; null where it does so by itself or not at all. */
    readonly cacheMark: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
    /** Whether a model takes such marks; without this all of them do. */
    readonly takesMarks?: (name: string) => boolean;
    readonly callOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    load(env: Environment): Promise<(name: string, connection: SdkConnection) => SdkModel>;
}
declare function findAwsGap(env: Environment): string | null;
export declare const PROVIDERS: {
    readonly anthropic: {
        readonly keyVariables: readonly ["ANTHROPIC_API_KEY"];
        readonly needsKey: true;
        readonly baseUrlVariables: readonly ["ANTHROPIC_BASE_URL"];
        readonly defaultBaseUrl: 'https://api.anthropic.com/v1';
        readonly apiPath: '/v1';
        readonly isLocal: false;
        readonly cacheMark: {
            readonly anthropic: {
                readonly cacheControl: {
                    readonly type: 'ephemeral';
                };
            };
        };
        readonly load: () => Promise<(name: string, connection: SdkConnection) => SdkModel>;
    };
    readonly openai: {
        readonly keyVariables: readonly ["OPENAI_API_KEY"];
        readonly needsKey: true;
        readonly baseUrlVariables: readonly ["OPENAI_BASE_URL"];
        readonly defaultBaseUrl: 'https://api.openai.com/v1';
        readonly apiPath: '/v1';
        readonly isLocal: false;
        readonly cacheMark: null;
        readonly callOptions: {
            readonly openai: {
                readonly store: false;
            };
        };
        readonly load: () => Promise<(name: string, connection: SdkConnection) => SdkModel>;
    };
    readonly google: {
        readonly keyVariables: readonly ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"];
        readonly needsKey: true;
        readonly baseUrlVariables: readonly ["GOOGLE_GENERATIVE_AI_BASE_URL"];
        readonly defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta';
        readonly apiPath: '/v1beta';
        readonly isLocal: false;
        readonly cacheMark: null;
        readonly load: () => Promise<(name: string, connection: SdkConnection) => SdkModel>;
    };
    readonly bedrock: {
        readonly keyVariables: readonly ["AWS_BEARER_TOKEN_BEDROCK"];
        readonly needsKey: false;
        readonly baseUrlVariables: readonly ["BEDROCK_BASE_URL", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"];
        readonly defaultBaseUrl: null;
        readonly apiPath: '';
        readonly isLocal: false;
        readonly findGap: typeof findAwsGap;
        readonly cacheMark: {
            readonly bedrock: {
                readonly cachePoint: {
                    readonly type: 'default';
                };
            };
        };
        readonly takesMarks: (name: string) => boolean;
        readonly load: (env: Readonly<Record<string, string | undefined>>) => Promise<(name: string, connection: SdkConnection) => SdkModel>;
    };
    readonly ollama: {
        /** Variables that may hold the key, the first one is named in advice. */
        readonly keyVariables: readonly string[];
        readonly needsKey: boolean;
        /** Null where the package knows its own. */
        readonly defaultBaseUrl: string | null;
        /** True where neither we nor the package know an address. */
        readonly needsBaseUrl?: boolean;
        /** Path of the API where an address names only a host. */
        readonly apiPath: string;
        /** True where the user's own machine answers: no key, no bill. */
        readonly isLocal: boolean;
        /** What is missing in the environment beside the key; null where nothing is. */
        readonly findGap?: (env: Environment) => string | null;
        /** How a call is marked so that the provider keeps the prefix; null where it does so by itself or not at all. */
        readonly cacheMark: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
        /** Whether a model takes such marks; without this all of them do. */
        readonly takesMarks?: (name: string) => boolean;
        readonly callOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly load: (env: Environment) => Promise<(name: string, connection: SdkConnection) => SdkModel>;
        readonly baseUrlVariables: readonly ["OLLAMA_BASE_URL", "OLLAMA_HOST"];
    };
    readonly lmstudio: ProviderEntry;
    readonly vllm: ProviderEntry;
    readonly llamacpp: ProviderEntry;
    readonly 'openai-compatible': {
        /** Variables that may hold the key, the first one is named in advice. */
        readonly keyVariables: readonly string[];
        readonly needsKey: boolean;
        readonly baseUrlVariables: readonly string[];
        /** Null where the package knows its own. */
        readonly defaultBaseUrl: string | null;
        /** Path of the API where an address names only a host. */
        readonly apiPath: string;
        /** True where the user's own machine answers: no key, no bill. */
        readonly isLocal: boolean;
        /** What is missing in the environment beside the key; null where nothing is. */
        readonly findGap?: (env: Environment) => string | null;
        /** How a call is marked so that the provider keeps the prefix; null where it does so by itself or not at all. */
        readonly cacheMark: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
        /** Whether a model takes such marks; without this all of them do. */
        readonly takesMarks?: (name: string) => boolean;
        readonly callOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly load: (env: Environment) => Promise<(name: string, connection: SdkConnection) => SdkModel>;
        readonly needsBaseUrl: true;
    };
};
export type ProviderName = keyof typeof PROVIDERS;
export declare const PROVIDER_NAMES: readonly ProviderName[];
export declare const findProvider: (name: string) => ProviderEntry | null;
export {};
