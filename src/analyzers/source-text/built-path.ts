/** Which paths hold what a build made of other files, by the customs of packagers: nobody edits them by hand. */

const BUILT_FOLDER = /(?:^|\/)(?:dist(?:-\w+)?|build|out|cjs|esm|umd|amd|iife|es5|es5-iife|commonjs|_esm|_cjs)\//u;
const BUILT_NAME = /[.-](?:min|bundle|umd|iife|esm|cjs|prod(?:uction)?)\.[cm]?js$/u;

export const isBuiltPath = (path: string): boolean => BUILT_FOLDER.test(path) || BUILT_NAME.test(path);
