/**
 * Lists the languages that code-quality and duplication measure, and says by its path whether a file is built by a tool, or is compared
 * for duplicates (no tests, no built files). Used by both analyzers and their declarations.
 */
import { isTestPath } from '../../protocol/source/test-path.ts';

/** Languages whose blocks and lines can be told apart by text. */
export const MEASURED_LANGUAGES: readonly string[] =
  'javascript typescript tsx python go java c cpp csharp php ruby kotlin rust swift scala dart bash'.split(' ');

const BUILT_FOLDER = /(?:^|\/)(?:dist(?:-\w+)?|build|out|cjs|esm|umd|amd|iife|es5|es5-iife|commonjs|_esm|_cjs)\//u;
const BUILT_NAME = /[.-](?:min|bundle|umd|iife|esm|cjs|prod(?:uction)?)\.[cm]?js$/u;

/** What a build made of other files: nobody edits it by hand. */
export const isBuiltPath = (path: string): boolean => BUILT_FOLDER.test(path) || BUILT_NAME.test(path);

/** Code that is compared with other code. */
export const isCompared = (path: string, language: string | null): boolean =>
  language !== null && MEASURED_LANGUAGES.includes(language) && !isTestPath(path) && !isBuiltPath(path);
