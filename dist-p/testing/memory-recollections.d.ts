import type { Recollections, Reuse } from '../recollection-port.ts';
export declare function createMemoryRecollections(): Recollections & {
    readonly texts: Map<string, string>;
};
export declare const createMemoryReuse: (recollections?: Recollections, mayRecall?: boolean) => Reuse;
