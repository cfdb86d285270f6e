/** What `index` found, for people: the largest files first, for a screen or as Markdown. Loaded only where it is shown. */
import type { FormatName } from '../protocol/config-schema.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface IndexPage {
    readonly path: string;
    readonly branch: string | null;
    readonly files_indexed: number;
    readonly total_tokens: number;
    readonly files: readonly {
        readonly path: string;
        readonly tokens: number;
        readonly loc: number;
        readonly language: string | null;
    }[];
    readonly ignored: readonly {
        readonly path: string;
        readonly reason: string;
    }[];
}
export declare const renderIndexPage: (page: IndexPage, asked: FormatName | null, terminal: Terminal, flags: Flags) => string;
