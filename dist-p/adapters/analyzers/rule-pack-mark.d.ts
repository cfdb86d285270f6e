export declare function markRulePack(folder?: URL): Promise<string>;
