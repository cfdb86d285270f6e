import { type ProviderGate } from './adapters/models/create-model-caller.ts';
import type { Config, Environment } from './config.ts';
import type { Model } from './model-port.ts';
import type { Clock, Driver, TokenCounter } from './ports.ts';
import type { ReviewerProfile } from './protocol/reviewer.ts';
import { type CallAccount, type RunAccount, type RunLimits } from './protocol/run-account.ts';
import type { RunReuse } from './reuse-wiring.ts';
import type { ModelAuditorMeans } from './reviewers/model/audit/auditor-options.ts';
import type { Guidance } from './reviewers/model/open-conversation.ts';
import type { Tape } from './reviewers/model/tape.ts';
import type { EffectWatch } from './telemetry-port.ts';
export declare const EMBEDDED = "embedded";
export interface ModelWiring {
    readonly config: Config;
    readonly environment: Environment;
    /** The reviewed folder. */
    readonly root: string;
    readonly clock: Clock;
    readonly counter: TokenCounter;
    /** The embedded reviewers: their findings come first and stand. */
    readonly embedded: Driver;
    readonly guidance: readonly Guidance[];
    /** What is recorded or played; null for a plain run. */
    readonly tape: Tape | null;
    /** What earlier runs have paid for; absent where nothing is remembered. */
    readonly reuse?: RunReuse & {
        readonly runId: () => string;
    };
    /** Fires when the run is ended from outside. */
    readonly signal?: AbortSignal;
    /** An audit deepens and validates behind its rounds: a share of its limits is kept for that. */
    readonly isAudit?: boolean;
    /** What the calls are paid from, where others pay from it too. */
    readonly account?: SpentAccount;
    /** Who lets calls of a provider through, where others share it. */
    readonly openGate?: (provider: string) => ProviderGate;
    /** Stands before every model: decides whether it is still asked. */
    readonly guard?: (model: Model) => Model;
    /** Who is told of every call that is really made. */
    readonly watch?: EffectWatch | null;
    /** Longest silence on the wire. Default two minutes. */
    readonly idleTimeoutMs?: number;
}
/** An account that calls are paid from and that knows what became of them. */
export type SpentAccount = CallAccount & Pick<RunAccount, 'usage' | 'isSpent' | 'shares' | 'hasTail'>;
export interface ModelReviewers {
    readonly driversFor: (reviewer: ReviewerProfile) => readonly Driver[];
    /** What an auditor on that model is put together from; calls are told apart by the agent. */
    readonly auditOn: (name: string) => ModelAuditorMeans;
    readonly account: SpentAccount;
}
/** What the calls of a run may use together. */
export declare function limitsOf({ protocol, maxTokens, maxCostUsd }: Pick<Config, 'protocol' | 'maxTokens' | 'maxCostUsd'>, isAudit: boolean): Required<RunLimits>;
export declare function createModelReviewers(wiring: ModelWiring): ModelReviewers;
