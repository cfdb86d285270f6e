/** Which files of the project an import means, for each language's way of naming modules. Pure; knows paths, reads nothing. */
import type { SourceOutline } from '../outline-port.ts';
export interface ModuleTarget {
    readonly file: SourceOutline;
    /** The imported member is this whole file: `from app import views`. */
    readonly isMember: boolean;
}
export interface ModuleFinder {
    find(from: SourceOutline, module: string, member: string | null): readonly ModuleTarget[];
    /** The other files of the same package. */
    siblings(file: SourceOutline): readonly SourceOutline[];
}
export declare const folderOf: (path: string) => string;
/** `manifests`: texts of package.json and go.mod by path. */
export declare function createModuleFinder(outlines: readonly SourceOutline[], manifests: ReadonlyMap<string, string>): ModuleFinder;
