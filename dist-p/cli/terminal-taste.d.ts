/** Whether colours and a live display suit this terminal: NO_COLOR, CI and TERM=dumb are honoured. */
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function wantsColor({ environment, stdout }: Terminal, flags: Flags): boolean;
export declare const wantsLiveRows: ({ environment, stderr }: Terminal) => boolean;
