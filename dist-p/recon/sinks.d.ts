/** Places that dimensions have to look at: calls of the knowledge tables, settings files, workflows, manifests. */
import type { SourceOutline } from '../outline-port.ts';
import type { EntryPoint, SinkSpot, Workflow } from './recon.ts';
export declare function findSinks(outlines: readonly SourceOutline[], frameworks: ReadonlySet<string>): readonly SinkSpot[];
export declare const isManifest: (path: string) => boolean;
/** Files that hold settings, keys or the identity of users, by their names. */
export declare const findSettings: (paths: readonly string[]) => readonly SinkSpot[];
/** Workflows in which order and amounts matter, by the names of endpoints and functions. */
export declare function findWorkflows(entries: readonly EntryPoint[], outlines: readonly SourceOutline[]): readonly Workflow[];
export declare const compareSpots: (a: SinkSpot, b: SinkSpot) => number;
export declare const compareText: (a: string, b: string) => number;
