/**
 * Declares the types of the survey that recon makes of a project before anybody hunts (FACT-02, FACT-03): modules, entry points,
 * endpoints, guards, sinks; serialisable, in a fixed order. What a cap left out is counted in `leftOut`. Made by survey-project.ts.
 * The smaller form that the audit's rules work on: protocol/rounds/audit-recon.ts (converted in wiring/audit-ports.ts).
 */

import type { Dimension } from '../protocol/findings/dimension.ts';
import type { EntryKind } from '../protocol/findings/risk-factors.ts';

export interface ReconModule {
  /** Folder of the package or of its parts; empty for the root. */
  readonly path: string;
  readonly files: number;
  /** Lines that are not blank. */
  readonly loc: number;
  /** Most lines first. */
  readonly languages: readonly string[];
}

export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

export interface EntryPoint extends CodePlace {
  readonly kind: EntryKind;
  /** `express`, `django`; the language where no framework is behind it. */
  readonly framework: string;
  /** Upper case; null where every method or none is meant. */
  readonly method: string | null;
  /** With the prefixes of what it is mounted on; for other kinds the command, topic or name. */
  readonly route: string | null;
  /** Name of the function that answers, and where it stands if it could be found. */
  readonly handler: string | null;
  readonly handlerPlace: CodePlace | null;
}

export type GuardKind = 'authentication' | 'authorization' | 'forgery' | 'rate' | 'validation';

export interface Guard extends CodePlace {
  readonly name: string;
  /** Texts it is given, as the role in `requireRole('admin')`; absent where there are none. */
  readonly literals?: readonly string[];
  readonly kind: GuardKind;
  /** Where on the way it stands. */
  readonly at: 'application' | 'router' | 'route' | 'handler';
}

/** `requireRole('admin')`, as a reader would write it. */
export const formatGuard = ({ name, literals = [] }: Pick<Guard, 'name' | 'literals'>): string =>
  literals.length === 0
    ? name
    : name.replace(/^[^\s(]+/u, (called) => `${called}(${literals.map((text) => `'${text}'`).join(', ')})`);

/** Who is asked for, not how often or with what. */
export const isAccessGuard = ({ kind }: Pick<Guard, 'kind'>): boolean =>
  kind === 'authentication' || kind === 'authorization';

export type CrudVerb = 'create' | 'read' | 'update' | 'delete' | 'other';

/** Whether it changes something. */
export const isWrite = ({ verb }: { readonly verb: CrudVerb }): boolean =>
  verb === 'create' || verb === 'update' || verb === 'delete';

/** One row of the endpoint and permission matrix. */
export interface Endpoint extends EntryPoint {
  readonly kind: 'http';
  /** `GET /orders/:id`, unique together with its place. */
  readonly name: string;
  readonly guards: readonly Guard[];
  readonly resource: string | null;
  readonly verb: CrudVerb;
  /** Why its access deserves a look; empty where it does not. */
  readonly sensitive: readonly ('writes' | 'admin' | 'personal' | 'money' | 'credentials' | 'files')[];
}

/** The rights to one type of resource, over all endpoints that touch it. */
export interface ResourceRights {
  readonly resource: string;
  readonly verbs: readonly CrudVerb[];
  readonly endpoints: readonly string[];
  /** Whether every endpoint that writes asks for the same rights, and none that reads asks for more than those that write. */
  readonly agrees: boolean;
  /** Names of endpoints that ask for less than their neighbours. */
  readonly outliers: readonly string[];
}

/** A place that a dimension has to look at. */
export interface SinkSpot extends CodePlace {
  readonly dimension: Dimension;
  /** Sub-category of the dimension: `sql`, `command`, `cookie`. */
  readonly category: string;
  /** The call or setting as written. */
  readonly what: string;
}

export interface Workflow {
  /** `payment`, `checkout`, `transfer`. */
  readonly name: string;
  readonly places: readonly CodePlace[];
}

export interface ProjectDependency {
  readonly name: string;
  /** Exact where a lock or the manifest pins it, else the range as written; `*` where none is given. */
  readonly version: string;
  readonly isExact: boolean;
  readonly isDirect: boolean;
  readonly isDevelopment: boolean;
  readonly ecosystem: string;
  readonly manifest: string;
  readonly line: number;
}

export interface Recon {
  readonly modules: readonly ReconModule[];
  readonly entryPoints: readonly EntryPoint[];
  readonly endpoints: readonly Endpoint[];
  readonly resources: readonly ResourceRights[];
  readonly dependencies: readonly ProjectDependency[];
  readonly languages: readonly { readonly name: string; readonly files: number; readonly loc: number }[];
  /** Names of the frameworks found, as the knowledge pack knows them. */
  readonly frameworks: readonly string[];
  readonly sinks: readonly SinkSpot[];
  readonly workflows: readonly Workflow[];
  readonly manifests: readonly string[];
  readonly files: number;
  readonly loc: number;
  readonly exportedApis: number;
  readonly isLibrary: boolean;
  /** What was left out, by what it was: `entryPoints`, `sinks`, `outlines`, files `unparsed`. Only what is above zero. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** In `leftOut`: source files around the scope that were not read. What stands before an endpoint may be in them. */
export const UNREAD = 'unread';

/** In `leftOut`: files that use a server whose routes nothing reads yet. */
export const ROUTELESS = 'routeless';

export const isWholeProject = ({ leftOut }: Pick<Recon, 'leftOut'>): boolean => leftOut[UNREAD] === undefined;

export const sinksOf = (recon: Recon, dimension: Dimension): readonly SinkSpot[] =>
  recon.sinks.filter((sink) => sink.dimension === dimension);
