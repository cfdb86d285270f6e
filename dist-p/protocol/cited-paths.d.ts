/** Which files of a project a text speaks of, by whole path or by name. Rather one too many: a name may mean several files. */
export type PathIndex = ReadonlyMap<string, readonly string[]>;
/** Paths by their last part. */
export declare const indexPaths: (paths: Iterable<string>) => PathIndex;
/** `src/db.ts:12`, `./src/db.ts` and `db.ts` all speak of `src/db.ts`; the last also of `lib/db.ts`. */
export declare function listCitedPaths(text: string, index: PathIndex): readonly string[];
