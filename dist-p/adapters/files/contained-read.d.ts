/**
 * Reads one regular file beneath a folder, and nothing else: no link is followed, no pipe or device is opened, and
 * the file that was opened must really lie in the folder. What cannot be read is a reason, never an exception.
 * Reads without handing each step to another thread: for files of source size that costs a fraction of the time.
 */
import type { Hash } from 'node:crypto';
import type { IgnoreReason } from '../../protocol/report-document.ts';
type Refusal = {
    readonly kind: 'missing';
} | {
    readonly kind: 'unusable';
    readonly reason: IgnoreReason;
};
export type BytesOutcome = {
    readonly kind: 'bytes';
    readonly bytes: Buffer;
} | Refusal;
/** `folder` is a real path; `path` is relative to it. */
export declare const readContained: (folder: string, path: string, maxBytes: number) => Promise<BytesOutcome>;
/** Digests of a file of any size, without holding it; null where it cannot be read. */
export declare function hashContained(folder: string, path: string, begin: (size: number) => readonly Hash[]): Promise<string[] | null>;
/** Why a symbolic link is not reviewed: its target is reviewed under its own name, lies outside, or is not there. */
export declare function judgeLink(folder: string, path: string): Promise<IgnoreReason>;
/** A small text file of the repository's own rules (ignore files, refs); null where there is none to be had. */
export declare function readSmallText(folder: string, path: string, maxBytes?: number): Promise<string | null>;
export {};
