import type { AuditDriver } from './audit-port.ts';
import type { Config, Environment } from './config.ts';
import type { ContextStore } from './context/store/context-store.ts';
import type { AuditPorts, AuditRequest } from './engine/audit/audit-request.ts';
import type { AuditPlanPorts } from './engine/audit/plan-document.ts';
import type { ModelReviewers } from './model-wiring.ts';
import type { OpenTape } from './open-tape.ts';
import type { AgentHost, Driver, Emit, IndexedFile, Selection, Snapshot } from './ports.ts';
import type { AuditRecon } from './protocol/audit-recon.ts';
import type { ClaimedFinding } from './protocol/finding.ts';
import type { RunReuse } from './reuse-wiring.ts';
import type { AuditScene } from './reviewers/embedded/audit/audit-scene.ts';
import { type EmbeddedScan } from './reviewers/embedded/audit/scan-baseline.ts';
import type { Settings } from './settings.ts';
import type { EffectWatch } from './telemetry-port.ts';
import { type EngineParts, type SharedParts } from './wiring.ts';
/** Who hunts: one model, or `embedded`. Several at one table have no place in an audit. */
export declare function auditorOf({ model, panel }: Pick<Config, 'model' | 'panel'>): string;
export declare function createAuditRequest(settings: Settings, selection: Selection, asked: Pick<AuditRequest, 'mode' | 'dimensions' | 'cells' | 'isInCell' | 'agents' | 'requireSemgrep'>): AuditRequest;
export interface AuditParts {
    readonly settings: Settings;
    readonly selection: Selection;
    readonly environment: Environment;
    readonly store: ContextStore | null;
    readonly tape: OpenTape | null;
    /** What earlier runs have paid for; absent or null where nothing is reused. */
    readonly reuse?: RunReuse | null;
    readonly emit: Emit;
    readonly watch?: EffectWatch | null;
    readonly guard?: NonNullable<EngineParts['guard']>;
    readonly signal: AbortSignal;
    readonly confirmPlan: AuditPorts['confirmPlan'];
    readonly requireSemgrep: boolean;
    readonly host?: AgentHost;
    readonly shared?: SharedParts;
    /** Survey and scan, where they were made before. */
    readonly project?: Project;
}
export declare function createAuditPorts(parts: AuditParts): Promise<AuditPorts>;
/** Beside a model the whole embedded audit is the baseline: what the analyzers found and what the host examined itself. */
export declare function examineAll(project: Project, files: readonly IndexedFile[], snapshot: Snapshot): Promise<readonly ClaimedFinding[]>;
/** What planning needs beside the ports of every plan: recon, and what the agents would cost. */
export declare function createAuditPlanPorts({ config, }: Settings): Pick<AuditPlanPorts, 'surveyProject' | 'isModel' | 'price'>;
type Survey = Awaited<ReturnType<typeof import('./recon/survey-project.ts').surveyProject>>;
/** The survey and the scan of one run, each made once, whoever asks first. */
export interface Project {
    survey(files: readonly IndexedFile[], snapshot: Snapshot): Promise<Survey>;
    scan(files: readonly IndexedFile[], snapshot: Snapshot, signal: AbortSignal): Promise<EmbeddedScan>;
    scene(snapshot: Snapshot): Promise<AuditScene>;
}
export declare function createProject(embedded: Driver): Project;
export declare function createAuditor(project: Project, models: ModelReviewers | null, name: string): Promise<AuditDriver>;
export declare function toAuditRecon(recon: Survey['recon']): AuditRecon;
export {};
