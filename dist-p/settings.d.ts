import { type Config, type Environment } from './config.ts';
import type { Repository, ScopeRules, Selection } from './ports.ts';
import type { ReviewerProfile } from './protocol/reviewer.ts';
export interface Settings {
    readonly repository: Repository & AsyncDisposable;
    readonly config: Config;
    /** Where the configuration was found; null where there is none. */
    readonly configPath: string | null;
    readonly customReviewers: readonly ReviewerProfile[];
    /** The built-in and the custom ones, with the rights and budgets of the configuration. */
    readonly roster: readonly ReviewerProfile[];
    readonly rules: ScopeRules;
    /** Folders to look for external programs in; undefined where the caller named none. */
    readonly searchPath: string | undefined;
    /** Whether the reviewed repository may set what its reviewer's machine does (`--trust-repository`). */
    readonly trustsRepository: boolean;
    /** What the user should know about the settings themselves. */
    readonly warnings: readonly string[];
}
export interface SettingsRequest {
    readonly root: string;
    readonly selection: Selection;
    /** A configuration named by the user instead of the one that is found; an absolute path. */
    readonly configPath: string | null;
    readonly environment: Environment;
    /** Values by the camelCase name of their flag; they win over file and environment. */
    readonly flags: Readonly<Record<string, unknown>>;
}
export declare function loadSettings({ root, selection, configPath, environment, flags, }: SettingsRequest): Promise<Settings>;
