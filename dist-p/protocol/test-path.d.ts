/** Which paths are test code, by the customs of the common languages. */
export declare const isTestPath: (path: string) => boolean;
