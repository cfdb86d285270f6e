/** Which paths hold what a build made of other files, by the customs of packagers: nobody edits them by hand. */
export declare const isBuiltPath: (path: string) => boolean;
