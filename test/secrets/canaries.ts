/**
 * Secrets that were never real, in thirty public formats, made from a seed. Prefixes are put together when it runs, so that nothing
 * in this file looks like a key to a scanner. Each canary says which text must never leave.
 */

export interface Canary {
  readonly format: string;
  /** What must not leave, whole; of a key block each line. */
  readonly values: readonly string[];
}

export interface CanaryFile {
  readonly path: string;
  readonly text: string;
}

/** A small generator with a seed: the same seed, the same canaries. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const WORD = UPPER + LOWER + DIGITS;
const BASE64 = `${WORD}+/`;

interface Chance {
  readonly pick: (alphabet: string, length: number) => string;
  readonly password: () => string;
}

function createChance(random: () => number): Chance {
  const pick = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');
  // As generators of passwords make them: every kind of character at least once.
  const password = (): string =>
    `${pick(LOWER, 2)}${pick(DIGITS, 1)}${pick(UPPER, 2)}${pick(WORD, 7 + Math.floor(random() * 8))}${pick(DIGITS, 1)}`;
  return { pick, password };
}

/** A file of one format with so many secrets, and what must not be seen of it. */
type Format = (
  chance: Chance,
  number: number,
) => { readonly lines: readonly string[]; readonly values: readonly string[] };

const one = (line: string, value: string): ReturnType<Format> => ({ lines: [line], values: [value] });
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const join = (...parts: readonly string[]): string => parts.join('');

/** By the file they are written in; `%` in a path is the number of the file. */
const FORMATS: Readonly<Record<string, { readonly path: string; readonly head?: string; readonly make: Format }>> = {
  'aws access key': {
    path: 'src/aws%.js',
    make: ({ pick }, i) => {
      const value = join('AK', 'IA', pick(`${UPPER}234567`, 16));
      return one(`const id${i} = '${value}';`, value);
    },
  },
  'aws secret key': {
    path: 'aws%/credentials',
    make: ({ pick }) => {
      const value = pick(BASE64, 40);
      return one(`aws_secret_access_key = ${value}`, value);
    },
  },
  'github token': {
    path: 'src/github%.py',
    make: ({ pick }, i) => {
      const value = join('gh', 'p_', pick(WORD, 36));
      return one(`client_${i} = Github("${value}")`, value);
    },
  },
  'gitlab token': {
    path: '.gitlab-ci%.yml',
    make: ({ pick }, i) => {
      const value = join('glp', 'at-', pick(WORD, 20));
      return one(`  - curl -H "PRIVATE-TOKEN: ${value}" https://git.example.com/${i}`, value);
    },
  },
  'slack token': {
    path: 'src/slack%.ts',
    make: ({ pick }, i) => {
      const value = join('xo', 'xb-', pick(DIGITS, 12), '-', pick(DIGITS, 12), '-', pick(WORD, 24));
      return one(`export const bot${i} = new WebClient("${value}");`, value);
    },
  },
  'stripe key': {
    path: 'src/stripe%.rb',
    make: ({ pick }, i) => {
      const value = join('sk_', 'live_', pick(WORD, 24));
      return one(`Stripe${i}.configure('${value}')`, value);
    },
  },
  'google api key': {
    path: 'public/maps%.html',
    make: ({ pick }) => {
      const value = join('AI', 'za', pick(WORD, 35));
      return one(`<script src="https://maps.example.com/api/js?k=${value}"></script>`, value);
    },
  },
  'model provider key': {
    path: 'src/ask%.ts',
    make: ({ pick }, i) => {
      const value = join('sk-', 'ant-', 'api03-', pick(`${WORD}_-`, 80), pick(WORD, 5));
      return one(`ask(${i}, '${value}');`, value);
    },
  },
  'npmrc token': {
    path: 'packages/p%/.npmrc',
    make: ({ pick }, i) => {
      const value = join('np', 'm_', pick(WORD, 36));
      return one(`//registry${i}.example.com/:_authToken=${value}`, value);
    },
  },
  'sendgrid key': {
    path: 'src/mail%.php',
    make: ({ pick }, i) => {
      const value = join('S', 'G.', pick(WORD, 22), '.', pick(WORD, 43));
      return one(`$mail${i} = new SendGrid('${value}');`, value);
    },
  },
  'private key': {
    path: 'keys/rsa%.pem',
    make: ({ pick }) => {
      const values = Array.from({ length: 6 }, () => pick(BASE64, 64));
      const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA ${'PRIVATE'} KEY-----`);
      return { lines: [begin ?? '', ...values, end ?? ''], values };
    },
  },
  'openssh key in json': {
    path: 'config/service%.json',
    make: ({ pick }, i) => {
      const values = Array.from({ length: 4 }, () => pick(BASE64, 70));
      const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} OPENSSH ${'PRIVATE'} KEY-----`);
      return { lines: [`{"n${i}":"${begin}\\n${values.join('\\n')}\\n${end}\\n"}`], values };
    },
  },
  'pgp key': {
    path: 'keys/pgp%.asc',
    make: ({ pick }) => {
      const values = Array.from({ length: 5 }, () => pick(BASE64, 64));
      const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PGP ${'PRIVATE'} KEY BLOCK-----`);
      return { lines: [begin ?? '', '', ...values, end ?? ''], values };
    },
  },
  'signed token': {
    path: 'src/session%.go',
    make: ({ pick }, i) => {
      const payload = Buffer.from(JSON.stringify({ sub: pick(DIGITS, 8), n: i })).toString('base64url');
      const value = join('ey', 'JhbGciOiJIUzI1NiJ9', '.', payload, '.', pick(`${WORD}_-`, 42), pick(WORD, 1));
      return one(`	fixture${i} := parse("${value}")`, value);
    },
  },
  'address with a password': {
    path: 'src/db%.ts',
    make: ({ password }, i) => {
      const value = password();
      return one(`connect('postgres://app${i}:${value}@db.internal:5432/shop');`, value);
    },
  },
  dotenv: {
    path: 'services/s%/.env',
    make: ({ password }, i) => {
      const value = password();
      return one(`DB${i}_PASSWORD=${value}`, value);
    },
  },
  'json setting': {
    path: 'config/app%.json',
    make: ({ password }, i) => {
      const value = password();
      return one(`{"name":"n${i}","client_secret":"${value}","port":${i}}`, value);
    },
  },
  'yaml setting': {
    path: 'config/app%.yaml',
    make: ({ password }, i) => {
      const value = password();
      return one(`smtp${i}_password: ${value}`, value);
    },
  },
  'toml setting': {
    path: 'config/app%.toml',
    make: ({ password }, i) => {
      const value = password();
      return one(`api_key_${i} = "${value}"`, value);
    },
  },
  'xml setting': {
    path: 'config/web%.xml',
    make: ({ password }, i) => {
      const value = password();
      return i % 2 === 0
        ? one(`  <add key="Service${i}Password" value="${value}" />`, value)
        : one(`  <password>${value}</password>`, value);
    },
  },
  properties: {
    path: 'src/main/resources/app%.properties',
    make: ({ password }, i) => {
      const value = password();
      return one(`spring.datasource${i}.password=${value}`, value);
    },
  },
  terraform: {
    path: 'infra/main%.tf',
    make: ({ password }, i) => {
      const value = password();
      return i % 2 === 0
        ? one(`  master_password = "${value}"`, value)
        : {
            lines: [`variable "db_password_${i}" {`, '  type    = string', `  default = "${value}"`, '}'],
            values: [value],
          };
    },
  },
  'shell export': {
    path: 'scripts/deploy%.sh',
    make: ({ password }, i) => {
      const value = password();
      return i % 2 === 0
        ? one(`export SERVICE_${i}_TOKEN=${value}`, value)
        : one(`curl -s -u deploy:${value} https://ci.example.com/${i}`, value);
    },
  },
  sql: {
    path: 'db/users%.sql',
    make: ({ password }, i) => {
      const value = password();
      return i % 2 === 0
        ? one(`CREATE USER app${i} IDENTIFIED BY '${value}';`, value)
        : one(`ALTER ROLE app${i} WITH LOGIN PASSWORD '${value}';`, value);
    },
  },
  'kubernetes secret': {
    path: 'k8s/secret%.yaml',
    head: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n',
    make: ({ password }, i) => {
      const value = toBase64(password());
      return one(`  entry-${i}: ${value}`, value);
    },
  },
  netrc: {
    path: 'home%/.netrc',
    make: ({ password }, i) => {
      const value = password();
      return one(`machine host${i}.example.com login ci password ${value}`, value);
    },
  },
  'docker config': {
    path: 'docker%/config.json',
    make: ({ password }, i) => {
      const value = toBase64(`robot${i}:${password()}`);
      return one(`{"auths":{"r${i}.example.com":{"auth":"${value}"}}}`, value);
    },
  },
  cookie: {
    path: 'test/http%.txt',
    make: ({ pick }, i) => {
      const value = `${pick(WORD, 20)}${pick(DIGITS, 2)}`;
      return one(`Cookie: theme=dark; sid=${value}; n=${i}`, value);
    },
  },
  'authorization header': {
    path: 'src/call%.java',
    make: ({ pick, password }, i) => {
      const value = i % 2 === 0 ? `${pick(WORD, 30)}${pick(DIGITS, 2)}` : toBase64(`svc:${password()}`);
      return one(`request.header("Authorization", "${i % 2 === 0 ? 'Bearer' : 'Basic'} ${value}");`, value);
    },
  },
  'key in base64': {
    path: 'src/wrapped%.cs',
    make: ({ pick }, i) => {
      const value = toBase64(join('AK', 'IA', pick(`${UPPER}234567`, 16), ' n', String(i)));
      return one(`var blob${i} = Convert.FromBase64String("${value}");`, value);
    },
  },
};

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** So many canaries, the formats in turn, `perFile` of one format in a file. */
export function plantCanaries(
  seed: number,
  count: number,
  perFile: number,
): { readonly files: readonly CanaryFile[]; readonly canaries: readonly Canary[] } {
  const chance = createChance(createRandom(seed));
  const canaries: Canary[] = [];
  const texts = new Map<string, string>();
  for (let i = 0; i < count; i += 1) {
    const format = FORMAT_NAMES[i % FORMAT_NAMES.length] ?? '';
    const { path: pattern, head = '', make } = FORMATS[format] as (typeof FORMATS)[string];
    const path = pattern.replace('%', String(Math.floor(i / FORMAT_NAMES.length / perFile)));
    const { lines, values } = make(chance, i);
    texts.set(path, `${texts.get(path) ?? head}${lines.join('\n')}\n`);
    canaries.push({ format, values });
  }
  return { files: [...texts].map(([path, text]) => ({ path, text })), canaries };
}

/** Shorter pieces may stand in any text. */
const HEAD_CHARS = 8;

/** Every way in which a text may carry a value. */
export const writtenForms = (value: string): readonly string[] => [
  ...new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    toBase64(value).replace(/=+$/u, ''),
    ...(Buffer.from(value, 'base64').toString('base64').replace(/=+$/u, '') === value.replace(/=+$/u, '') &&
    value.length % 4 === 0
      ? [Buffer.from(value, 'base64').toString('latin1')]
      : []),
  ]),
];

/** The canaries that a text lets out, by format and in full. The text is read once, however many there are: it is long. */
export function listLeaks(text: string, canaries: readonly Canary[]): readonly string[] {
  const byHead = new Map<string, { readonly form: string; readonly leak: string }[]>();
  for (const { format, values } of canaries)
    for (const value of values)
      for (const form of writtenForms(value).filter(({ length }) => length >= HEAD_CHARS)) {
        const head = form.slice(0, HEAD_CHARS);
        byHead.set(head, [...(byHead.get(head) ?? []), { form, leak: `${format}: ${value}` }]);
      }
  const leaks = new Set<string>();
  for (let at = 0; at + HEAD_CHARS <= text.length; at += 1)
    for (const { form, leak } of byHead.get(text.slice(at, at + HEAD_CHARS)) ?? [])
      if (text.startsWith(form, at)) leaks.add(leak);
  return [...leaks];
}
