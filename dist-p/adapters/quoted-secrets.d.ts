interface Quoted {
    readonly language: string | null;
    readonly text: string;
}
export declare function findQuotedSecrets(texts: readonly Quoted[]): Promise<readonly string[]>;
export {};
