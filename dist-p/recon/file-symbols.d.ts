/** Look-ups inside one outline: functions and bindings by name, chained calls, types of variables. */
import type { OutlineBinding, OutlineCall, SourceOutline } from '../outline-port.ts';
export interface FileSymbols {
    readonly functions: ReadonlyMap<string, readonly number[]>;
    /** By the last part of the bound name: `this.users` under `users`. */
    readonly bindings: ReadonlyMap<string, readonly OutlineBinding[]>;
    /** Calls that begin at the same place, inner first: `Route::get(…)` and `Route::get(…)->middleware(…)`. */
    readonly chains: ReadonlyMap<number, readonly OutlineCall[]>;
}
export declare const append: <K, V>(map: Map<K, V[]>, key: K, value: V) => void;
/** The last word of a name: `app.models.User` is `User`. */
export declare const lastWord: (name: string) => string;
export declare function symbolsOf(file: SourceOutline): FileSymbols;
export declare const chainOf: (file: SourceOutline, call: OutlineCall) => readonly OutlineCall[];
/** The function itself and those around it, inner first. */
export declare function functionsAround(file: SourceOutline, owner: number): readonly number[];
/** Name of the class whose code this is, or empty. */
export declare const classAround: (file: SourceOutline, owner: number) => string;
/** Whether a name stands for the object itself: `this`, `self`, the receiver of a Go method. */
export declare const isSelf: (file: SourceOutline, name: string, owner: number) => boolean;
/** Class of a variable, field or parameter, from its type or from what it is given; null where neither says. */
export declare function typeOf(file: SourceOutline, name: string, owner: number): string | null;
/** Calls that lie in a stretch of the file. */
export declare function callsIn(file: SourceOutline, start: number, end: number): readonly OutlineCall[];
