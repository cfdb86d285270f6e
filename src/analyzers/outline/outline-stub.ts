/**
 * An outline of which only path and language are known: a file stands in the import graph by its place before anybody reads it, or
 * after it is gone. Used by project-flow/linked-files.ts and source-text/broken-imports.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';

export const stubOutline = (path: string, language: string): SourceOutline => ({
  path,
  language,
  packageName: '',
  functions: [],
  classes: [],
  calls: [],
  imports: [],
  exports: [],
  bindings: [],
  globals: [],
  leftOut: 0,
});
