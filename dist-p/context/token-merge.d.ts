import { type Vocabulary } from './token-vocabulary.ts';
export type CountMerged = (bytes: Uint8Array, from: number, to: number) => number;
export declare function createMerger(vocabulary: Vocabulary): CountMerged;
