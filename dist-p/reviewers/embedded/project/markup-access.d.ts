/** Markup that some users cannot use: images without text, fields without label, buttons without name. HTML and JSX. */
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare const isMarkup: (path: string, language: string | null) => boolean;
export declare function observeMarkup(document: TextDocument): readonly Observation[];
