/** Which files others import from: the entry points a package declares, `__init__.py`, public Go packages. */
import type { ProjectTree } from './markdown-links.ts';
import type { TextDocument } from './text-document.ts';
export interface EntryPoints {
    /** Paths without extension that package manifests name, source folder and build folder alike. */
    readonly stems: ReadonlySet<string>;
    /** Whether a package manifest was found at all. */
    readonly hasManifest: boolean;
}
export declare function readEntryPoints(tree: Pick<ProjectTree, 'paths' | 'readText'>): Promise<EntryPoints>;
export declare function isEntryPoint(document: TextDocument, entries: EntryPoints): boolean;
/** Whether users of the project can import from this file; without a manifest everything is taken for public. */
export declare function isPublicFile(document: TextDocument, entries: EntryPoints, paths: ReadonlySet<string>): boolean;
