export declare function readVersion(): string;
