import { type Environment, type ProviderEntry } from './providers.ts';
export interface ModelConnection {
    readonly provider: string;
    /** The name the provider knows; may contain slashes. */
    readonly model: string;
    readonly entry: ProviderEntry;
    readonly baseUrl: string | null;
    readonly apiKey: string | null;
}
export interface ProviderStatus {
    readonly provider: string;
    /** What to set before it can be used; null where it is ready, as far as the environment shows. */
    readonly missing: string | null;
    readonly isLocal: boolean;
}
/** Every provider and what the environment lacks for it. Nothing is called. */
export declare const listProviders: (env: Environment) => readonly ProviderStatus[];
/** `baseUrl` of the configuration wins over the environment. */
export declare function resolveConnection(name: string, env: Environment, baseUrl: string | null): ModelConnection;
