/** Links every store into `target` (our own `objects`). `within` are the folders a store may lie in. */
export declare function linkObjectStores(objects: string, target: string, within: readonly string[]): Promise<void>;
