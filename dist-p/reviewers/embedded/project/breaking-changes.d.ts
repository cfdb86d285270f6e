/**
 * What a change takes away from users: exported names, parameters, flags, environment variables. Compares the text before
 * and after; a name that the changed changelog or migration guide mentions was announced and is left alone.
 */
import type { Snapshot } from '../../../ports.ts';
import { type EntryPoints } from './entry-points.ts';
import type { Observation } from './project-analyzer.ts';
import { type TextDocument } from './text-document.ts';
export interface ChangeContext {
    readonly snapshot: Snapshot;
    readonly entries: EntryPoints;
    readonly paths: ReadonlySet<string>;
    /** Text of the release notes that the change touches. */
    readonly announced: string;
    /** Text of the other changed files, to recognise what only moved. */
    readonly changedTexts: ReadonlyMap<string, string>;
}
export declare function readChangeContext(snapshot: Snapshot, entries: EntryPoints, paths: ReadonlySet<string>): Promise<ChangeContext>;
export declare function observeBreaks(document: TextDocument, context: ChangeContext): Promise<readonly Observation[]>;
/** The changed place nearest to where something stood before. */
export declare function lineNear(document: TextDocument, base: string, at: number): number;
