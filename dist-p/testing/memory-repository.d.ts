import type { Repository } from '../ports.ts';
import type { LineRange } from '../protocol/finding.ts';
import type { IgnoreReason } from '../protocol/report-document.ts';
export type MemoryFile = string | {
    readonly text: string;
    /** Text before the change; null for an added file. */
    readonly base?: string | null;
    /** Changed ranges of `text`; null for the whole file. */
    readonly changed?: readonly LineRange[] | null;
} | {
    readonly unusable: IgnoreReason;
};
export interface MemoryRepositoryOptions {
    readonly root?: string;
    readonly branch?: string | null;
    readonly selection?: string;
    readonly warnings?: readonly string[];
    /** Settings of the project, by path. */
    readonly settings?: Readonly<Record<string, string>>;
}
/** `files` are by path relative to the root. */
export declare function createMemoryRepository(files: Readonly<Record<string, MemoryFile>>, options?: MemoryRepositoryOptions): Repository;
