export declare const KNOWLEDGE_FOLDER: URL;
/** The text of `express.md`; null for a name that is not in the pack. */
export declare function readKnowledge(name: string, folder?: URL): Promise<string | null>;
