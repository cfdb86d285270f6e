import { type Terminal } from './streams.ts';
export interface InputText {
    /** The file as it was named, or `standard input`. */
    readonly origin: string;
    readonly text: string;
}
export declare function readInputs(terminal: Terminal, names: readonly string[]): Promise<readonly InputText[]>;
