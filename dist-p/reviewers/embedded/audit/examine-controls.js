import { CONFIDENCE, claimFinding } from '../../../protocol/finding.js';
import { sinksOf } from '../../../recon/recon.js';
import { findNamedAmounts, findUnowned, readBody } from './examine-handlers.js';
/**
 * Its handler was found; declaration, handler and every guard on the way lie in analysed files; and no sink in the handler was
 * lost on its way back.
 */
async function isVerified(scene, endpoint) {
    const { analysed, recon } = scene;
    const { handlerPlace, file, guards } = endpoint;
    if (handlerPlace === null)
        return false;
    if (![file, handlerPlace.file, ...guards.map((guard) => guard.file)].every((path) => analysed.has(path)))
        return false;
    const { lines } = await readBody(scene, endpoint);
    const body = new Set(lines.map(([line]) => line));
    return recon.sinks
        .filter((sink) => sink.file === handlerPlace.file && body.has(sink.line))
        .every((sink) => scene.trace(sink).kind !== 'broken');
}
export async function examineControls(scene, dimension, files) {
    const { recon } = scene;
    const paths = new Set(files.map(({ path }) => path));
    const endpoints = recon.endpoints.filter((endpoint) => paths.has(homeOf(endpoint)));
    const checks = await Promise.all(endpoints.map((endpoint) => isVerified(scene, endpoint)));
    const verified = new Set(endpoints.filter((_, i) => checks[i]));
    const chains = dimension === 'D3' ? endpoints.filter(({ sensitive }) => sensitive.length > 0) : recon.workflows;
    const followed = dimension === 'D3'
        ? [...verified].filter(({ sensitive }) => sensitive.length > 0).length
        : recon.workflows.filter(({ places }) => isFollowed(scene, places)).length;
    // One endpoint alone agrees with itself; only resources with several say something.
    const compared = recon.resources.filter((rights) => rights.endpoints.length > 1);
    const findings = dimension === 'D3'
        ? [...(await reportOutliers(scene, endpoints)), ...(await findUnowned(scene, endpoints))]
        : await findNamedAmounts(scene, endpoints);
    return {
        evidence: {
            track: 'control',
            dimension,
            searches: scene.patternsOf(dimension).length + endpoints.length,
            endpoints: endpoints.length,
            endpointsVerified: verified.size,
            resourceTypes: compared.length,
            consistentResourceTypes: compared.filter(({ agrees }) => agrees).length,
            chains: chains.length,
            chainsFollowed: followed,
        },
        cells: [
            ...endpoints.map((endpoint) => rateEndpoint(dimension, endpoint, verified.has(endpoint))),
            ...rateOtherFiles(scene, dimension, paths),
        ],
        findings,
    };
}
/** Every place of the workflow was followed to its end, and a request begins it. */
const isFollowed = (scene, places) => {
    const ways = places.map((place) => scene.trace(place).kind);
    return ways.every((kind) => kind !== 'broken') && ways.includes('complete');
};
const isAccess = ({ kind }) => kind === 'authentication' || kind === 'authorization';
/** Endpoints that ask for less than those beside them, for the same resource in the same file. */
async function reportOutliers(scene, endpoints) {
    const findings = [];
    const reported = new Set();
    for (const { resource, outliers } of scene.recon.resources.filter(({ agrees }) => !agrees))
        for (const endpoint of endpoints.filter((each) => each.resource === resource && outliers.includes(each.name))) {
            const stricter = endpoints.filter((each) => isStricter(each, endpoint));
            if (stricter.length === 0)
                continue;
            findings.push(await toFinding(scene, endpoint, stricter));
            reported.add(placeKey(endpoint));
        }
    for (const [endpoint, stricter] of [...listOpenAdmin(endpoints), ...listBelowGuarded(endpoints)]) {
        const key = placeKey(endpoint);
        if (!reported.has(key))
            findings.push(await toFinding(scene, endpoint, stricter, 'the same area'));
        reported.add(key);
    }
    return findings;
}
const placeKey = ({ file, line, name }) => `${file}:${line} ${name}`;
/** `POST /accounts/{id}/transfers` asks for less than `GET /accounts/{id}`, which it lies below. */
const listBelowGuarded = (endpoints) => endpoints
    .filter(({ verb }) => verb === 'create' || verb === 'update' || verb === 'delete')
    .map((endpoint) => [endpoint, endpoints.filter((other) => isAbove(other, endpoint))])
    .filter(([endpoint, above]) => above.length > 0 && !asksForRight(endpoint));
const isAbove = (other, endpoint) => other.file === endpoint.file &&
    asksForRight(other) &&
    /[}>]$|\/:\w+$/u.test(other.route ?? '') &&
    (endpoint.route ?? '').startsWith(`${other.route}/`);
const ADMIN = /^(?<area>.*\/(?:admin|backoffice|internal|management)\w*)(?:\/|$)/iu;
const asksForRight = ({ guards }) => guards.some(({ kind }) => kind === 'authorization');
/** Below one admin path some endpoints ask for a right and others do not. */
function listOpenAdmin(endpoints) {
    const areas = Map.groupBy(endpoints, ({ route }) => ADMIN.exec(route ?? '')?.groups?.area ?? null);
    return [...areas].flatMap(([area, own]) => {
        const stricter = area === null ? [] : own.filter(asksForRight);
        return stricter.length === 0
            ? []
            : own.filter((each) => !asksForRight(each)).map((each) => [each, stricter]);
    });
}
const isStricter = (other, endpoint) => other.file === endpoint.file &&
    other.resource === endpoint.resource &&
    other.guards.some((guard) => isAccess(guard) && !endpoint.guards.some(({ kind }) => kind === guard.kind));
async function toFinding(scene, endpoint, stricter, where = 'the same resource') {
    const lines = await scene.linesOf(endpoint.file);
    const own = endpoint.guards.filter(isAccess).map(({ name }) => name);
    const theirs = new Set(stricter.flatMap(({ guards }) => guards.filter(isAccess).map(({ name }) => name)));
    const more = [...theirs].filter((name) => !own.includes(name));
    const names = stricter.slice(0, 3).map(({ name }) => name);
    return claimFinding({
        severity: endpoint.verb === 'read' ? 'MEDIUM' : 'HIGH',
        title: `${endpoint.name} asks for less than other endpoints of ${where === 'the same resource' ? endpoint.resource : where}`,
        issue: `${endpoint.name} stands behind ${own.join(', ') || 'no guard'}, while ${names.join(', ')} of ${where} also ask for ${more.join(', ')}. ${own.length === 0 ? 'Whoever can send a request can use it.' : `Whoever passes ${own.join(', ')} can use it.`}`,
        category: 'authorization',
        dimension: 'D3',
        cwe: own.length > 0 ? 'CWE-862' : 'CWE-306',
        file: endpoint.file,
        line: endpoint.line,
        endLine: endpoint.line,
        evidence: (lines[endpoint.line - 1] ?? '').trim() || null,
        recommendation: 'Put the guard of the neighbouring endpoints in front of this one, or say in the code why it is open.',
        confidence: CONFIDENCE.medium,
        rule: 'audit-endpoint-guards-differ',
    });
}
/** The file whose function answers, else the one that declares it. */
const homeOf = ({ file, handlerPlace }) => handlerPlace?.file ?? file;
/** An endpoint recon has joined with its guards was looked at, though its handler may be out of sight. */
const rateEndpoint = (dimension, endpoint, isDone) => ({
    dimension,
    path: homeOf(endpoint),
    endpoint: { place: `${endpoint.file}:${endpoint.line}`, label: endpoint.name },
    status: isDone ? 'covered' : 'shallow',
});
/** Workflows, and places of D3, in files that answer no request are still work of their dimension. */
function rateOtherFiles({ recon, analysed }, dimension, paths) {
    const answering = new Set(recon.endpoints.flatMap((endpoint) => [endpoint.file, homeOf(endpoint)]));
    const places = dimension === 'D3' ? sinksOf(recon, 'D3') : recon.workflows.flatMap((workflow) => workflow.places);
    return [...new Set(places.map(({ file }) => file))]
        .filter((path) => paths.has(path) && !answering.has(path))
        .map((path) => ({ dimension, path, status: analysed.has(path) ? 'covered' : 'missing' }));
}
