/**
 * Defines the data of an audit's reconnaissance that its rules need (modules, entry points, endpoints, places per dimension;
 * FACT-02, FACT-03), with look-ups such as the module of a file. Made from recon/recon.ts in wiring/audit-ports.ts; used by
 * engine/audit/.
 */
import type { Dimension } from '../findings/dimension.ts';
import type { EntryKind } from '../findings/risk-factors.ts';

export interface ReconModule {
  /** Folder, `.` for the root. */
  readonly name: string;
  readonly files: number;
  readonly loc: number;
}

export interface ReconEntryPoint {
  readonly file: string;
  readonly line: number;
  readonly kind: EntryKind;
  readonly framework: string | null;
  /** `GET /orders/:id`, or the name of what is called. */
  readonly label: string;
}

/** One HTTP endpoint with the controls on its way. */
export interface ReconEndpoint {
  readonly file: string;
  readonly line: number;
  readonly label: string;
  readonly verb: 'create' | 'read' | 'update' | 'delete' | null;
  readonly resource: string | null;
  readonly isSensitive: boolean;
  readonly guards: readonly string[];
  /** The function that answers; null where it was not found. */
  readonly handler: { readonly file: string; readonly line: number } | null;
}

/** A place where a dimension shows: a sink, a setting, a workflow, a manifest. */
export interface ReconSpot {
  readonly dimension: Dimension;
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** Every way into the project, whatever part of it is audited. */
interface ProjectAccess {
  readonly entryPoints: readonly ReconEntryPoint[];
  readonly endpoints: readonly ReconEndpoint[];
  /** False where files around the scope were not read: no guard seen is then not the same as none. */
  readonly isWhole: boolean;
}

export interface AuditRecon {
  readonly modules: readonly ReconModule[];
  readonly entryPoints: readonly ReconEntryPoint[];
  readonly endpoints: readonly ReconEndpoint[];
  /** Absent where the scope is all that is known. */
  readonly project?: ProjectAccess;
  /** `name:version`. */
  readonly dependencies: readonly string[];
  readonly spots: readonly ReconSpot[];
  readonly languages: readonly string[];
  readonly frameworks: readonly string[];
  readonly isLibrary: boolean;
  /** Documents of the knowledge pack that fit, most telling first. */
  readonly documents: readonly string[];
  /** Caps that bit. */
  readonly notes: readonly string[];
}

export const placeOf = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;

/** The ways into the project, of which those of the scope are a part. */
export const accessOf = ({ project, entryPoints, endpoints }: AuditRecon): ProjectAccess =>
  project ?? { entryPoints, endpoints, isWhole: true };

/** The file an endpoint counts to: where its function stands, else where it is declared. */
export const homeOf = ({ file, handler }: Pick<ReconEndpoint, 'file' | 'handler'>): string => handler?.file ?? file;

/** The folder a file counts to: the longest module that holds it. */
export function moduleOf(recon: Pick<AuditRecon, 'modules'>, file: string): string {
  let best = '.';
  for (const { name } of recon.modules)
    if (name !== '.' && (file === name || file.startsWith(`${name}/`)) && (best === '.' || name.length > best.length))
      best = name;
  return best;
}

/** An area a round plans to search: a dimension in a module where recon saw it. */
export const areaOf = (dimension: Dimension, module: string): string => `${dimension}@${module}`;

export const listPlannedAreas = (recon: AuditRecon): readonly string[] =>
  [...new Set(recon.spots.map(({ dimension, file }) => areaOf(dimension, moduleOf(recon, file))))].sort();
