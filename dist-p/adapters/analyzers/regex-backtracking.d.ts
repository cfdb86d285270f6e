export type Backtracking = 'exponential' | 'polynomial' | null;
export declare function judgeBacktracking(source: string): Backtracking;
