import type { Isolation } from './report-document.ts';
export declare const decideIsolation: (totalTokens: number) => Isolation;
