import type { Terminal } from './streams.ts';
export declare function explainError(error: unknown, { stderr, interrupt }: Pick<Terminal, 'stderr' | 'interrupt'>, debug: boolean): number;
