/** Null where there is no document of that name. */
export declare function readKnowledge(name: string): Promise<string | null>;
