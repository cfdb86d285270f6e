/** Tasks and results as JSON although they hold maps and sets. Whatever an object looks like, it comes back as it was. */
type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};
export declare function toPortable(value: unknown): Json;
export declare function fromPortable(value: unknown): unknown;
export {};
