/**
 * Tells from a source expression (`req.query.id`, `sys.argv`) where its data comes from: request, page, argument, input,
 * environment, message, file or another server; null for a plain name (FACT-08). Called by engine/audit/find-access-path.ts,
 * recon/request-value.ts and reviewers/embedded/audit/.
 */

export interface DataOrigin {
  readonly kind: 'server' | 'request' | 'page' | 'argument' | 'input' | 'environment' | 'message' | 'file';
  readonly label: string;
}

const ORIGINS: readonly (readonly [DataOrigin['kind'], RegExp, string])[] = [
  [
    'server',
    /\b(?:requests|axios|httpx|http|https|urllib\w*|got|superagent)\.(?:get|post|put|request|urlopen|Get|Post)\(|\bfetch\(|\burlopen\(/u,
    'the answer of another server',
  ],
  [
    'request',
    /\breq(?:uest)?\.(?!env)|\bctx\.(?:query|params|request|headers|cookies)|\$_(?:GET|POST|REQUEST|COOKIE|FILES)|\br\.(?:URL|Form|Body|Header|PostForm)|\bgetParameter\b|\bparams\[|\bevent\.(?:body|queryStringParameters|pathParameters)/u,
    'that of a request',
  ],
  [
    'page',
    /\blocation\.|document\.(?:referrer|URL|location)|window\.name|\bevent\.data\b/u,
    'the address of the page, or a message to it',
  ],
  [
    'argument',
    /process\.argv|sys\.argv|os\.Args|\bARGV\b|\$argv|parse_args|\bargv\b|\bflag\.\w+\(/u,
    'an argument of the command line',
  ],
  ['input', /process\.stdin|sys\.stdin|os\.Stdin|\bSTDIN\b|\binput\(|\bgets\b/u, 'standard input'],
  [
    'environment',
    /process\.env|os\.environ|[gG]etenv\b|\bENV\[|\$_ENV|System\.getenv/u,
    'a variable of the environment',
  ],
  [
    'message',
    /\b(?:job|task)\.(?:data|payload)|\b(?:msg|message|delivery)\.(?:body|value|data|content|Body|Value)/u,
    'a message',
  ],
  [
    'file',
    /\breadFile(?:Sync)?\(|\.read_(?:text|bytes)\(|\bopen\(|os\.ReadFile|file_get_contents|File\.read|Files\.read/u,
    'the content of a file',
  ],
];

/** Null where the source is a plain name. */
export function findOrigin(source: string | null): DataOrigin | null {
  const row = source === null ? undefined : ORIGINS.find(([, pattern]) => pattern.test(source));
  return row === undefined ? null : { kind: row[0], label: row[2] };
}
