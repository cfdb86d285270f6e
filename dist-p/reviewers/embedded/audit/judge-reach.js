export function judgeReach(finding, flow, scene) {
    const way = flow.kind === 'in-place' && scene.isSource(finding.file) ? scene.trace(finding) : flow;
    const entry = way.kind === 'complete' ? findEntry(way.entry, scene) : null;
    const origin = nameOrigin(finding.source);
    if (isSecret(finding))
        return ['pass', 'whoever can read the repository or its history'];
    if (entry !== null)
        return judgeEntry(entry, origin, scene);
    if (origin !== null)
        return ['pass', `the data is ${origin}`];
    if (flow.kind === 'in-place' && !scene.isSource(finding.file))
        return ['pass', `in force wherever ${finding.file} is used`];
    if (SCRIPT.test(finding.file))
        return ['pass', `in force whenever ${finding.file} is run`];
    return ['uncertain', 'no entry point is known to lead here'];
}
const SCRIPT = /\.(?:sh|bash|zsh|ksh|ps1|bat|cmd)$/iu;
const isSecret = ({ cwe }) => cwe === 'CWE-798' || cwe === 'CWE-321';
const findEntry = (place, { recon }) => recon.entryPoints.find(({ file, line }) => `${file}:${line}` === place) ?? null;
function judgeEntry(entry, origin, scene) {
    const name = entry.route ?? entry.handler ?? entry.framework;
    const data = origin === null ? '' : `; the data is ${origin}`;
    switch (entry.kind) {
        case 'http':
            return ['pass', describeEndpoint(entry, scene)];
        case 'cli':
            return ['pass', `whoever chooses the arguments of the command ${name}${data}`];
        case 'message':
            return ['pass', `whoever can send a message to ${name}${data}`];
        case 'rpc':
            return ['pass', `whoever may call ${name} from another process${data}`];
        case 'exported-api':
            return ['pass', `every program that hands foreign data to the exported ${name}${data}`];
        case 'job':
            // A job is started by the clock: somebody else must have had a say in what it works on.
            return origin === null
                ? ['uncertain', `only the job ${name} leads here, and whose data it works on is not seen`]
                : ['pass', `the job ${name}${data}`];
    }
}
function describeEndpoint(entry, { recon }) {
    const endpoint = recon.endpoints.find(({ file, line }) => file === entry.file && line === entry.line);
    if (endpoint === undefined)
        return `requests to ${entry.route ?? entry.framework}`;
    const guards = [...new Set(endpoint.guards.map(({ name }) => name))];
    return guards.length === 0 ? `${endpoint.name} is open to everybody` : `${endpoint.name} behind ${guards.join(', ')}`;
}
const ORIGINS = [
    [
        /\b(?:requests|axios|httpx|http|https|urllib\w*|got|superagent)\.(?:get|post|put|request|urlopen|Get|Post)\(|\bfetch\(|\burlopen\(/u,
        'the answer of another server',
    ],
    [
        /\breq(?:uest)?\.(?!env)|\bctx\.(?:query|params|request|headers|cookies)|\$_(?:GET|POST|REQUEST|COOKIE|FILES)|\br\.(?:URL|Form|Body|Header|PostForm)|\bgetParameter\b|\bparams\[|\bevent\.(?:body|queryStringParameters|pathParameters)/u,
        'that of a request',
    ],
    [
        /\blocation\.|document\.(?:referrer|URL|location)|window\.name|\bevent\.data\b/u,
        'the address of the page, or a message to it',
    ],
    [
        /process\.argv|sys\.argv|os\.Args|\bARGV\b|\$argv|parse_args|\bargv\b|\bflag\.\w+\(/u,
        'an argument of the command line',
    ],
    [/process\.stdin|sys\.stdin|os\.Stdin|\bSTDIN\b|\binput\(|\bgets\b/u, 'standard input'],
    [/process\.env|os\.environ|[gG]etenv\b|\bENV\[|\$_ENV|System\.getenv/u, 'a variable of the environment'],
    [/\b(?:job|task)\.(?:data|payload)|\b(?:msg|message|delivery)\.(?:body|value|data|content|Body|Value)/u, 'a message'],
    [
        /\breadFile(?:Sync)?\(|\.read_(?:text|bytes)\(|\bopen\(|os\.ReadFile|file_get_contents|File\.read|Files\.read/u,
        'the content of a file',
    ],
];
/** Where the data comes from, as the source is written; null where it is a plain name. */
export const nameOrigin = (source) => source === null ? null : (ORIGINS.find(([pattern]) => pattern.test(source))?.[1] ?? null);
