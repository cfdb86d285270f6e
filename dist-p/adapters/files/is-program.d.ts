export declare function isProgram(path: string): boolean;
