/** What a change leaves undone: source changed without its test, notes to do it later. Says nothing about whole-file scopes. */
import type { Snapshot } from '../../../ports.ts';
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import { type TextDocument } from './text-document.ts';
/** Tests of the project by the stem of what they test, and which of them the change touches. */
export interface TestMap {
    readonly byStem: ReadonlyMap<string, readonly string[]>;
    readonly changed: ReadonlySet<string>;
}
export declare function readTestMap(snapshot: Snapshot): Promise<TestMap | null>;
export declare function observeNotes(document: TextDocument, masked: MaskedSource): readonly Observation[];
export declare function observeUntested(document: TextDocument, masked: MaskedSource, tests: TestMap): readonly Observation[];
