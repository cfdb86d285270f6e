import type { Palette } from './palette.ts';
import type { LoopOutcome } from './signal-loop.ts';
export type LoopFormat = 'terminal' | 'json' | 'signal';
/** 0 done; 3 a limit, or work that remains; 4 nothing to steer by; 130 interrupted. */
export declare function exitOfLoop({ kind, last }: LoopOutcome): number;
export declare function renderLoop(outcome: LoopOutcome, format: LoopFormat, palette: Palette): string;
