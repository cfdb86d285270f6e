import { type ProjectSymbols } from './project-symbols.ts';
import type { EntryPoint } from './recon.ts';
/** Texts of manifests by path. */
type Manifests = ReadonlyMap<string, string>;
export declare function findExportedApis(symbols: ProjectSymbols, manifests: Manifests): readonly EntryPoint[];
export {};
