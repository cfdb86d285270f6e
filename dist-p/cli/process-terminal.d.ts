import type { Terminal } from './streams.ts';
export declare function createTerminal(exit: (code: number) => never): Terminal;
