import type { ExternalAnalyzer } from './adapters/analyzers/external-analyzer.ts';
import type { Environment } from './config.ts';
import type { ContextStore } from './context/store/context-store.ts';
import type { PlanPorts } from './engine/plan-review.ts';
import type { EnginePorts, ReviewRequest } from './engine/review-request.ts';
import type { Model } from './model-port.ts';
import type { ModelReviewers, ModelWiring } from './model-wiring.ts';
import type { OpenTape } from './open-tape.ts';
import type { AgentHost, Analyzer, Driver, Emit, Journal, Repository, Selection } from './ports.ts';
import type { ExternalAnalyzerName } from './protocol/config-schema.ts';
import type { RunReuse } from './reuse-wiring.ts';
import type { AdvisoriesAnalyzer } from './reviewers/embedded/project/advisories.ts';
import type { Settings } from './settings.ts';
import type { EffectWatch } from './telemetry-port.ts';
export declare function createReviewRequest(settings: Settings, selection: Selection): ReviewRequest;
/** Whether anybody but the embedded reviewers is asked. */
export declare const usesModels: ({ config, roster }: Settings) => boolean;
/** What the embedded reviewers see with; parsers and rules are loaded with the first scan. */
export declare function createAnalyzers(options?: {
    readonly hasAdvisories?: boolean;
    readonly relieve?: (characters: number) => Promise<void> | null;
}): Promise<readonly Analyzer[]>;
/** What external analyzers have to know of the settings. */
export type ExternalSettings = Pick<Settings, 'repository' | 'config' | 'searchPath' | 'trustsRepository'>;
/** Programs of others, installed or not: each says so itself. */
export declare function createExternalAnalyzers(settings: ExternalSettings, names?: readonly ExternalAnalyzerName[]): Promise<readonly ExternalAnalyzer[]>;
/** The offline check of dependencies; absent where no database is configured. */
export declare function createAdvisories({ config, repository }: ExternalSettings): Promise<AdvisoriesAnalyzer>;
/** The embedded reviewers; `without` names external analyzers that somebody else runs, `journal` keeps their scans. */
export declare function createEmbeddedReviewers(settings: ExternalSettings, options?: {
    readonly without?: readonly ExternalAnalyzerName[];
    readonly journal?: Journal;
    readonly watch?: EffectWatch | null;
}): Promise<Driver>;
/** What several runs or agents of one process have in common, or what another runtime puts in its own place. */
export interface SharedParts {
    readonly embedded?: Driver;
    readonly account?: ModelWiring['account'];
    readonly openGate?: ModelWiring['openGate'];
}
export interface EngineParts {
    readonly shared?: SharedParts;
    readonly settings: Settings;
    readonly selection: Selection;
    readonly environment: Environment;
    /** Null: nothing is remembered from run to run. */
    readonly store: ContextStore | null;
    readonly tape: OpenTape | null;
    /** What earlier runs have paid for; absent or null where nothing is reused. */
    readonly reuse?: RunReuse | null;
    readonly isAudit?: boolean;
    readonly emit: Emit;
    /** Who is told of calls of models and scans of analyzers as they end. */
    readonly watch?: EffectWatch | null;
    /** Stands before every model: decides whether it is still asked. */
    readonly guard?: (model: Model) => Model;
    readonly signal: AbortSignal;
    /** External analyzers that somebody else runs. */
    readonly without?: readonly ExternalAnalyzerName[];
    /** Where agents run; in this process by default. */
    readonly host?: AgentHost;
}
export interface Engine {
    readonly ports: EnginePorts;
    readonly embedded: Driver;
    /** Null where no model is asked. */
    readonly models: ModelReviewers | null;
}
export declare const createEnginePorts: (parts: EngineParts) => Promise<EnginePorts>;
/** The ports with the parts behind them, for whoever puts another playbook together. */
export declare function openEngine(parts: EngineParts): Promise<Engine>;
/** Where projects say what they want of a review. */
export declare const GUIDANCE_FILES: string[];
/** From the base revision where a change is reviewed: a change does not write its own guidance. */
export declare function readGuidance(repository: Repository, selection: Selection): Promise<ModelWiring['guidance']>;
/** Planning reviews nothing: it needs to know how reviewers pay for reading, not the reviewers. */
export declare const createPlanPorts: (settings: Settings, store: ContextStore | null) => PlanPorts;
/** The plan of a run that reuses: with what every model would be asked besides its files. */
export declare function addPlanReuse(ports: PlanPorts, { config, repository }: Settings, selection: Selection, reuse: RunReuse | null): Promise<PlanPorts>;
/** Fires at the user's interruption or, with reason `deadline`, when the time is up. */
export declare function limitTime(interrupt: AbortSignal, deadlineMs: number | null): AbortSignal;
