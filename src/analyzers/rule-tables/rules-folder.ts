/** Where our rules lie: as they are written, and as they are read. */
export const RULES_FOLDER: URL = new URL('../../../rules/', import.meta.url);
export const COMPILED_RULES: URL = new URL('compiled/', RULES_FOLDER);
