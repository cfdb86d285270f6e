import type { Analyzer } from '../../ports.ts';
import { type RulePack } from './rule-pack.ts';
/** Told of every piece of work that leaves syntax behind, in characters of text; may give something to wait for. */
type Relieve = (characters: number) => Promise<void> | null;
export interface AstGrepOptions {
    readonly rules: RulePack;
    /** May collect garbage: trees and nodes lie where the engine does not see them. */
    readonly relieve?: Relieve;
}
export declare function createAstGrepAnalyzer({ rules: pack, relieve }: AstGrepOptions): Analyzer;
export {};
