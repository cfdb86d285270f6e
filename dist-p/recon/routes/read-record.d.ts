/** Top-level entries of an object literal, from its text: `{ method: 'GET', url: '/x', handler }`. Works on a cut text too. */
export declare function readRecord(text: string): ReadonlyMap<string, string>;
/** Records of a list, or the one record itself. */
export declare const readRecords: (text: string) => readonly string[];
