/**
 * Tells by its path whether a file is a text for people. Used by analyzers/secretlint/ and by protocol/report/problems.ts: what
 * looks like a password there is an example more often than not.
 */

const PROSE = /\.(?:mdx?|markdown|rst|adoc|org|textile|pod)$|(?:^|\/)docs?\/(?:.*\/)?[^/]+\.txt$/iu;

export const isProsePath = (path: string): boolean => PROSE.test(path);
