import type { ContextStore } from '../context/store/context-store.ts';
import { type ExitCode } from '../errors.ts';
import type { IgnoredEntry, IndexedFile, Selection } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface RefreshedIndex extends Disposable {
    readonly store: ContextStore;
    readonly branch: string | null;
    readonly files: readonly IndexedFile[];
    readonly ignored: readonly IgnoredEntry[];
    /** Nothing in scope is not success. */
    readonly exit: ExitCode;
}
/** An interruption ends it with the reason of the signal; what was measured until then is kept. */
export declare function refreshIndex(terminal: Terminal, settings: Settings, selection: Selection, flags: Flags): Promise<RefreshedIndex>;
