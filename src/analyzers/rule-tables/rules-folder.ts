/** Paths of our rules: `rules/` as they are written, `rules/compiled` as a review reads them. */
export const RULES_FOLDER: URL = new URL('../../../rules/', import.meta.url);
export const COMPILED_RULES: URL = new URL('compiled/', RULES_FOLDER);
