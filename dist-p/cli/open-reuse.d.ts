/** What earlier runs have paid for, from the user's state folder; not where a run is recorded or played. */
import { type OpenReuse } from '../open-reuse.ts';
import type { Settings } from '../settings.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
/** Null where nothing is reused. */
export declare function openReuse(terminal: Terminal, flags: Flags, settings: Settings): Promise<OpenReuse | null>;
export declare function warnOfReuse(terminal: Terminal, open: OpenReuse | null): void;
