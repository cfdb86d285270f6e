/**
 * Finds reviewer results in JSON that stands in prose, fences, wrappers or lists: objects with a list `findings` (REV-23).
 * Every element is taken when its own brace closes and not before; a broken document yields nothing behind the break.
 */
import type { EmitFinding, ResultPart } from './agent-claims.ts';
import { type ContainerKind, type JsonListener } from './json-scanner.ts';
export declare class ReviewerResultFinder implements JsonListener {
    #private;
    constructor(emit: EmitFinding, needsOwnLine?: boolean);
    push(chunk: string): void;
    /** What was found; everything still open counts as cut. */
    end(): readonly ResultPart[];
    open(kind: ContainerKind, start: number, key: string | null, depth: number): void;
    value(start: number, end: number, key: string | null, depth: number): void;
    close(start: number, end: number, depth: number): void;
    broken(): void;
}
