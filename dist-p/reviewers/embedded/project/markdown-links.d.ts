/** Links of markdown files that lead nowhere inside the repository. Addresses on the web are not asked. */
import { type MarkdownText } from './markdown-text.ts';
import type { Observation } from './project-analyzer.ts';
import { type TextDocument } from './text-document.ts';
/** What exists in the repository: files, the folders they lie in, and the text of markdown files. */
export interface ProjectTree {
    readonly paths: ReadonlySet<string>;
    readonly folders: ReadonlySet<string>;
    readText(path: string): Promise<string | null>;
}
export declare function observeLinks(document: TextDocument, markdown: MarkdownText, tree: ProjectTree): Promise<readonly Observation[]>;
