import type { Selection } from '../ports.ts';
import { type Settings } from '../settings.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
/** The settings for a run that writes files: what it writes is no part of its scope. */
export declare function leaveOutOwn(terminal: Terminal, settings: Settings, flags: Flags): Settings;
export declare function loadCliSettings(terminal: Terminal, flags: Flags, selection: Selection): Promise<Settings>;
