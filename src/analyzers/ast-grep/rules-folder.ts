/** Where our rule pack lies: as it is written, and as it is read. */
export const RULES_FOLDER: URL = new URL('../../../rules/', import.meta.url);
export const COMPILED_RULES: URL = new URL('compiled/', RULES_FOLDER);
