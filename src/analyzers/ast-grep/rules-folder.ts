/** Where our rule pack lies; apart from its reader, which loads a YAML parser. */
export const RULES_FOLDER: URL = new URL('../../../rules/', import.meta.url);
