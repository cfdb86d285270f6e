import type { OutlineSource } from '../../outline-port.ts';
export interface OutlineOptions {
    /** Told of every text that was parsed, in characters: trees lie where the engine does not see them. */
    readonly relieve?: (characters: number) => void;
}
export declare function createOutlineSource({ relieve }?: OutlineOptions): Promise<OutlineSource>;
