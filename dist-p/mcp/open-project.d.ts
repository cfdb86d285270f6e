import type { Environment } from '../config.ts';
import { type ContextStore } from '../context/store/context-store.ts';
import type { Snapshot } from '../ports.ts';
export interface ProjectDoor {
    readonly environment: Environment;
    /** Where relative paths of a call begin. */
    readonly workingDirectory: string;
    /** Where the stored indexes are; null keeps nothing. */
    readonly stateDir: string | null;
    /** The one folder calls may name, with what is beneath it; null for any folder the user can read. */
    readonly confinedTo: string | null;
    readonly warn: (text: string) => void;
}
export interface Project {
    /** Real path. */
    readonly root: string;
    /** As a snapshot names it; known without opening one. */
    readonly branch: string | null;
    readonly store: ContextStore;
    /** The files as they are now. Opened when it is first asked for: a search that the index answers needs none. */
    openSnapshot(): Promise<Snapshot>;
}
/** What a call changes of the rules the project has. */
export interface ProjectFilter {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
    readonly maxFileBytes?: number | undefined;
}
/** The folder a call names, if this server may serve it. */
export declare function resolveFolder(door: ProjectDoor, path: string): Promise<string>;
export declare function withProject<T>(door: ProjectDoor, path: string, filter: ProjectFilter, use: (project: Project) => Promise<T>): Promise<T>;
