import { type ContextStore } from '../context/store/context-store.ts';
import type { Repository } from '../ports.ts';
import type { Terminal } from './streams.ts';
/** Where the state folder cannot be used, the store ends with the process and warns. */
export declare function openStore({ workingDirectory, environment }: Terminal, { root }: Pick<Repository, 'root'>): Promise<ContextStore>;
export declare function warnOfStore(terminal: Terminal, { warning }: ContextStore): void;
