/** Routers are variables: which one a name means from inside a function, across files. */
import type { OutlineCall, SourceOutline } from '../../outline-port.ts';
import { type ProjectSymbols } from '../project-symbols.ts';
import type { RouterDraft } from './route-draft.ts';
export declare const routerId: (path: string, scope: number, name: string) => string;
/** The router a name stands for where it is used. */
export declare function findRouter(symbols: ProjectSymbols, file: SourceOutline, name: string, owner: number): string;
/** Routers that an expression handed to `use` or `register` brings along: a variable, a module, what a function builds. */
export declare function findMounted(symbols: ProjectSymbols, file: SourceOutline, expression: string, owner: number): readonly string[];
/** A router handed to a function of the project lives on under the name of the parameter. */
export declare function passRouters(symbols: ProjectSymbols, file: SourceOutline, call: OutlineCall, isRouter: (name: string) => boolean): readonly RouterDraft[];
