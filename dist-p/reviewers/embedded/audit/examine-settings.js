import { sinksOf } from '../../../recon/recon.js';
import { compareStages } from './compare-stages.js';
/** Calls that make, keep or check what the dimension is about; files that only sound like it are not among them. */
const LIFECYCLE = {
    D2: ['token', 'password', 'session'],
    D7: ['hash', 'cipher', 'random'],
};
const MAIN_FILES = ['container', 'environment', 'server', 'settings', 'deployment', 'pipeline'];
export async function examineSettings(scene, dimension, files) {
    const paths = new Set(files.map(({ path }) => path));
    const spots = sinksOf(scene.recon, dimension).filter(({ file }) => paths.has(file));
    const { checks, findings } = await examine(scene, dimension, spots);
    const looked = scene.analyzers.has('dependencies') && dimension === 'D10' ? spots.length : 0;
    return {
        evidence: { track: 'config', dimension, searches: scene.patternsOf(dimension).length + looked, checks },
        cells: rateFiles(scene, dimension, spots, checks),
        findings,
    };
}
async function examine(scene, dimension, spots) {
    switch (dimension) {
        case 'D2': {
            const checks = [...(isFollowed(scene, 'D2', spots) ? ['token-lifecycle'] : [])];
            return { checks: isMiddlewareRead(scene) ? ['middleware', ...checks] : checks, findings: [] };
        }
        case 'D7':
            return { checks: isFollowed(scene, 'D7', spots) ? ['key-lifecycle'] : [], findings: [] };
        case 'D8':
            return examineMainFiles(scene, spots);
        case 'D10':
            return { checks: scene.analyzers.has('advisories') ? ['versions-against-cves'] : [], findings: [] };
    }
}
/** Every such call lies in an analysed file, none of their ways breaks off, and one at least begins at an entry point. */
function isFollowed(scene, dimension, spots) {
    const wanted = LIFECYCLE[dimension];
    const calls = spots.filter(({ category }) => wanted.includes(category));
    const ways = calls.map((call) => scene.trace(call).kind);
    return (calls.every(({ file }) => scene.analysed.has(file)) &&
        ways.every((kind) => kind !== 'broken') &&
        ways.includes('complete'));
}
/** The files of all guards that stand before an endpoint were analysed whole. */
function isMiddlewareRead({ recon, analysed }) {
    const guards = new Set(recon.endpoints.flatMap((endpoint) => endpoint.guards
        .filter(({ kind }) => kind === 'authentication' || kind === 'authorization')
        .map(({ file }) => file)));
    return guards.size > 0 && [...guards].every((file) => analysed.has(file));
}
async function examineMainFiles(scene, spots) {
    const main = [...new Set(spots.filter(({ category }) => MAIN_FILES.includes(category)).map(({ file }) => file))];
    if (main.length === 0 || !main.every((file) => scene.analysed.has(file)))
        return { checks: [], findings: [] };
    const { isCompared, findings } = await compareStages(main, (file) => scene.linesOf(file));
    return { checks: ['main-files', ...(isCompared ? ['production-against-development'] : [])], findings };
}
function rateFiles(scene, dimension, spots, checks) {
    return [...Map.groupBy(spots, ({ file }) => file)].map(([path, own]) => {
        if (!scene.analysed.has(path))
            return { dimension, path, status: 'missing' };
        const isDeep = dimension === 'D8'
            ? checks.includes('main-files')
            : dimension === 'D10'
                ? checks.length > 0
                : checks.some((check) => check.endsWith('-lifecycle')) &&
                    own.every((spot) => scene.trace(spot).kind !== 'broken');
        return { dimension, path, status: isDeep ? 'covered' : 'shallow' };
    });
}
