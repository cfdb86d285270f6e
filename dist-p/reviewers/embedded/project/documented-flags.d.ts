/**
 * Flags that documents show for the project's own program and that nothing in its source mentions. Only long flags of the
 * programs that the package manifests name; only where the whole source could be looked through.
 */
import type { ProjectTree } from './markdown-links.ts';
import type { MarkdownText } from './markdown-text.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
/** Programs of the project by name, and where a flag of theirs is looked for. */
export interface FlagCatalog {
    readonly programs: ReadonlySet<string>;
    /** Those of the names that no source mentions; null where there is too much source to say. */
    findUnknown(flags: readonly string[]): Promise<ReadonlySet<string> | null>;
}
export declare function readFlags(tree: ProjectTree): Promise<FlagCatalog>;
export declare function observeFlags(document: TextDocument, markdown: MarkdownText, catalog: FlagCatalog): Promise<readonly Observation[]>;
