/** The three mandatory lists of the gate of Phase 1. */
export const toReconResult = (recon) => ({
    modules: recon.modules.map(({ path }) => (path === '' ? '.' : path)),
    entryPoints: recon.entryPoints.map(({ file, line }) => `${file}:${line}`),
    dependencies: recon.dependencies.map(({ name, version }) => `${name}:${version}`),
});
export const sinksOf = (recon, dimension) => recon.sinks.filter((sink) => sink.dimension === dimension);
