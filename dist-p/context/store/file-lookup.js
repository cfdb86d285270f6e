/** A blob is the same wherever it lies; a file on disk is known by its path. */
export const nameIdentity = (path, identity) => identity.startsWith('blob ') ? identity : `disk ${path}`;
const toKnownFile = ([, contentId, reason, tokens, loc, lines, searchedId]) => ({
    contentId,
    reason,
    tokens,
    loc,
    lines,
    isSearchable: searchedId === contentId,
});
/** Lookups one by one before all files are loaded, which costs as much as some hundred lookups. */
const FEW = 128;
const SELECT = `SELECT i.mark, c.id, c.reason, c.tokens, c.loc, c.lines, d.content_id, i.name
  FROM identity i JOIN content c ON c.id = i.content_id
  LEFT JOIN entry e ON e.branch = ? AND e.path = substr(i.name, 6) LEFT JOIN doc d ON d.id = e.doc_id`;
export function createFileLookup(database, branch) {
    const one = database.prepare(`${SELECT} WHERE i.name = ?`);
    one.setReturnArrays(true);
    let lookups = 0;
    let loaded = null;
    const loadAll = () => {
        const all = database.prepare(`${SELECT} WHERE i.name >= 'disk ' AND i.name < 'disk!'`);
        all.setReturnArrays(true);
        return new Map(all.all(branch).map((row) => [row[7], row]));
    };
    const find = (name) => {
        lookups += 1;
        if (lookups > FEW && name.startsWith('disk ')) {
            loaded ??= loadAll();
            return loaded.get(name);
        }
        return one.get(branch, name);
    };
    return (path, identity) => {
        const row = find(nameIdentity(path, identity));
        return row?.[0] === identity ? toKnownFile(row) : null;
    };
}
