/** Commands of the documentation that the project does not have: scripts, make targets, files to run. */
import type { ProjectTree } from './markdown-links.ts';
import type { MarkdownText } from './markdown-text.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
/** Everything that can be called by name in this project. */
export interface CommandCatalog {
    /** Null where there is no package.json. */
    readonly scripts: ReadonlySet<string> | null;
    /** Null where there is no Makefile, or one whose targets cannot be listed. */
    readonly targets: ReadonlySet<string> | null;
}
export declare function readCatalog(tree: ProjectTree): Promise<CommandCatalog>;
export declare function observeCommands(document: TextDocument, markdown: MarkdownText, catalog: CommandCatalog, tree: ProjectTree): readonly Observation[];
