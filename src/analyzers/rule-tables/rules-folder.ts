/**
 * Defines the URLs of `rules/`, where rules are written, and of `rules/compiled/`, which a review reads. Used by what compiles and reads
 * rules.
 */
export const RULES_FOLDER: URL = new URL('../../../rules/', import.meta.url);
export const COMPILED_RULES: URL = new URL('compiled/', RULES_FOLDER);
