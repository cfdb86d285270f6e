type Environment = Readonly<Record<string, string | undefined>>;
/** `PROVIDER/NAME` of an embedding model. */
export declare function createEmbedder(name: string, env: Environment): {
    name: string;
    embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
};
export {};
