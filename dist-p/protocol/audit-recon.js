export const placeOf = ({ file, line }) => `${file}:${line}`;
/** The file an endpoint counts to: where its function stands, else where it is declared. */
export const homeOf = ({ file, handler }) => handler?.file ?? file;
/** The folder a file counts to: the longest module that holds it. */
export function moduleOf(recon, file) {
    let best = '.';
    for (const { name } of recon.modules)
        if (name !== '.' && (file === name || file.startsWith(`${name}/`)) && (best === '.' || name.length > best.length))
            best = name;
    return best;
}
/** An area a round plans to search: a dimension in a module where recon saw it. */
export const areaOf = (dimension, module) => `${dimension}@${module}`;
export const listPlannedAreas = (recon) => [...new Set(recon.spots.map(({ dimension, file }) => areaOf(dimension, moduleOf(recon, file))))].sort();
