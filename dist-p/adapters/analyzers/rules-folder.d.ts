/** Where our rule pack lies; apart from its reader, which loads a YAML parser. */
export declare const RULES_FOLDER: URL;
