/**
 * Weaknesses that mean the same to a reader, under one number. External tools name children and parents of the CWE that our
 * own rules use; brought to the family's number, two tools on one line are one finding. Also says what a family is about.
 */
import type { Dimension } from './dimension.ts';

export interface CweFamily {
  /** The number our own rules use. */
  readonly cwe: string;
  readonly dimension: Dimension;
  /** Category of security-reviewer (FACT-12). */
  readonly category: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

type Row = readonly [members: string, dimension: Dimension, category: string, title: string, why: string, fix: string];

/** The first number of `members` is the family's own. */
const ROWS: readonly Row[] = [
  [
    '78 77 88',
    'D1',
    'injection',
    'Command built from input',
    'Whoever controls a part of the command line runs programs of their own.',
    'Call the program with a list of arguments, without a shell, and check the input against a list of known values.',
  ],
  [
    '79 80 83 116',
    'D1',
    'injection',
    'Input reaches a page unescaped',
    'A visitor runs script that somebody else wrote, with the rights of their session.',
    'Escape for the place of output, or let the template engine do it; never mark input as safe.',
  ],
  [
    '89 564',
    'D1',
    'injection',
    'Query built from input',
    'Whoever controls a part of the query reads or changes data they have no right to.',
    'Use placeholders and hand the values over separately.',
  ],
  [
    '943',
    'D1',
    'injection',
    'Database filter built from input',
    'Operators inside the input change what the filter selects.',
    'Convert each value to the type that is expected before it becomes part of the filter.',
  ],
  [
    '90',
    'D1',
    'injection',
    'Directory query built from input',
    'Special characters change which entries are selected.',
    'Escape the value with the function of the directory library.',
  ],
  [
    '643',
    'D1',
    'injection',
    'XPath built from input',
    'Quotes inside the input change which nodes are selected.',
    'Bind variables instead of joining text.',
  ],
  [
    '95 94 96 470',
    'D1',
    'injection',
    'Input is run as code',
    'Whoever controls the text runs code in this process.',
    'Do not evaluate text; choose from a table of known operations.',
  ],
  [
    '1336',
    'D1',
    'injection',
    'Template built from input',
    'Template syntax inside the input is evaluated on the server.',
    'Keep templates constant and pass input as values.',
  ],
  [
    '134',
    'D1',
    'injection',
    'Format string from input',
    'Directives inside the input read or write memory, or leak values.',
    'Use a constant format and pass the input as an argument.',
  ],
  [
    '113 93',
    'D1',
    'injection',
    'Header or line built from input',
    'Line breaks inside the input add lines of their own.',
    'Reject control characters before the value is written.',
  ],
  [
    '601',
    'D1',
    'owasp',
    'Redirect to an address from input',
    'A link to your site leads to somebody else’s.',
    'Redirect to paths of your own, or to addresses on a list.',
  ],
  [
    '611 776 827',
    'D1',
    'owasp',
    'XML parser resolves entities',
    'A document can read files of the server or exhaust its memory.',
    'Switch document types and external entities off, or use a parser that has none.',
  ],
  [
    '1321',
    'D1',
    'owasp',
    'Input can change a prototype',
    'A key such as `__proto__` changes the behaviour of every object.',
    'Refuse such keys, or use a Map.',
  ],
  [
    '1333 730',
    'D1',
    'injection',
    'Pattern can take exponential time',
    'A short input keeps the process busy for minutes.',
    'Rewrite the pattern without nested repetition, or limit the length of the input first.',
  ],
  [
    '120 119 121 122 787 125 676 242',
    'D1',
    'owasp',
    'Memory is written without a check of its size',
    'Longer input overwrites neighbouring memory.',
    'Use the bounded variant and check the length.',
  ],
  [
    '190 680 681',
    'D1',
    'owasp',
    'Number can overflow',
    'A value outside the range wraps around and passes later checks.',
    'Check the range before the conversion.',
  ],
  [
    '22 23 35 36 73',
    'D5',
    'owasp',
    'Path built from input',
    'With `../` or an absolute path other files are reached.',
    'Resolve the path and check that it lies inside the folder that is meant.',
  ],
  [
    '98',
    'D5',
    'owasp',
    'File to load comes from input',
    'Whoever controls the name chooses the code that is run.',
    'Choose from a list of known files.',
  ],
  [
    '377 378 379',
    'D5',
    'owasp',
    'Temporary file with a name others can guess',
    'Another user of the machine puts a file or link there first.',
    'Let the library create the file (`mkstemp`, `os.CreateTemp`).',
  ],
  [
    '732 276 266 281',
    'D5',
    'owasp',
    'File readable or writable by everyone',
    'Other users of the machine read or replace it.',
    'Give rights to the owner alone: 0600 for files, 0700 for folders.',
  ],
  [
    '434',
    'D5',
    'owasp',
    'Upload without a check',
    'A file of a dangerous kind is stored where it can be run.',
    'Check kind and size, store it under a name of your own outside the served folder.',
  ],
  [
    '409',
    'D5',
    'owasp',
    'Archive is unpacked without a limit',
    'A small archive fills memory or disk.',
    'Limit the unpacked size and the number of entries.',
  ],
  [
    '502',
    'D4',
    'owasp',
    'Untrusted data is deserialized',
    'Crafted data makes the library run code while it reads.',
    'Use a format that holds data alone, such as JSON, and check its shape.',
  ],
  [
    '918',
    'D6',
    'owasp',
    'Request to an address from input',
    'The server reaches services that are not meant for the outside.',
    'Allow known hosts only, and check the address after it was resolved.',
  ],
  [
    '287 306 288 289 290 305 307',
    'D2',
    'auth',
    'Authentication missing or weak',
    'A caller gets in without proof of who they are.',
    'Check the identity before anything else happens.',
  ],
  [
    '347 345 1390',
    'D2',
    'auth',
    'Signature is not checked',
    'Anybody can write a token that is accepted.',
    'Verify with a fixed algorithm and the right key.',
  ],
  [
    '352',
    'D2',
    'auth',
    'No protection against forged requests',
    'Another site acts with the session of a visitor.',
    'Require a token bound to the session, or SameSite cookies.',
  ],
  [
    '384 613',
    'D2',
    'auth',
    'Session lives on',
    'A stolen or planted session stays valid.',
    'Renew the session at login and end it on the server.',
  ],
  [
    '614 1004 1275 315',
    'D2',
    'auth',
    'Cookie without protection',
    'The cookie is readable by scripts or over open connections.',
    'Set Secure, HttpOnly and SameSite.',
  ],
  [
    '798 259 321',
    'D2',
    'secrets',
    'Credential written into the code',
    'Everyone who can read the repository can use it.',
    'Revoke it and read it at run time.',
  ],
  [
    '521 620',
    'D2',
    'auth',
    'Password rule too weak',
    'Passwords can be guessed.',
    'Require length and compare with lists of known passwords.',
  ],
  [
    '862 863 285 639 284',
    'D3',
    'auth',
    'Right is not checked',
    'A caller reaches what belongs to others.',
    'Check the right to this very object on every access.',
  ],
  [
    '915',
    'D3',
    'auth',
    'Input sets any field',
    'A caller sets fields that are not theirs to set.',
    'List the fields that may be set.',
  ],
  [
    '327 326 328 780',
    'D7',
    'owasp',
    'Weak cryptography',
    'What it protects can be read or forged with moderate effort.',
    'Use SHA-256 or better, AES-GCM or ChaCha20-Poly1305, RSA from 2048 bits.',
  ],
  [
    '329 323 1204',
    'D7',
    'owasp',
    'Constant or repeated initialization vector',
    'Equal texts give equal ciphertexts, and messages can be forged.',
    'Draw a fresh random value for every message.',
  ],
  [
    '916 759 760',
    'D7',
    'auth',
    'Passwords hashed too fast',
    'Leaked hashes are guessed at billions per second.',
    'Use Argon2id, scrypt or bcrypt with a salt.',
  ],
  [
    '338 330 331 332 335 337',
    'D7',
    'auth',
    'Random numbers that can be predicted',
    'Tokens and keys made from them can be guessed.',
    'Use the generator of the cryptographic library.',
  ],
  [
    '208',
    'D7',
    'auth',
    'Secrets compared in varying time',
    'The time of the answer gives the secret away, byte by byte.',
    'Compare with the constant-time function of the library.',
  ],
  [
    '295 297 322',
    'D8',
    'owasp',
    'Certificates or host keys are not checked',
    'Somebody on the way reads and changes the traffic.',
    'Leave verification on; add a private authority to the trust store.',
  ],
  [
    '319 311 523',
    'D8',
    'owasp',
    'Connection is not encrypted',
    'Somebody on the way reads and changes the traffic.',
    'Use TLS.',
  ],
  [
    '942 346',
    'D8',
    'owasp',
    'Other sites may read answers',
    'A foreign page reads data with the session of a visitor.',
    'Name the origins that may, and do not reflect them.',
  ],
  [
    '489 215',
    'D8',
    'owasp',
    'Debugging is left on',
    'Visitors see internals, or run code in the debugger.',
    'Switch it on by a setting that production does not have.',
  ],
  [
    '200 209 532 497',
    'D8',
    'owasp',
    'Internals or personal data are given out',
    'What helps to debug helps an attacker too.',
    'Say what the reader may know and log the rest without secrets.',
  ],
  [
    '400 770 772 1088',
    'D8',
    'owasp',
    'No limit on time or size',
    'One client can use up the resources of all.',
    'Set a timeout and a largest size.',
  ],
  [
    '605 1327 668',
    'D8',
    'owasp',
    'Service listens on all addresses',
    'Machines that should not reach it do.',
    'Bind to the address that is meant, or to loopback.',
  ],
  [
    '693 16 1188',
    'D8',
    'owasp',
    'Protection switched off',
    'A defence that others rely on is missing.',
    'Leave the default, or write down why not.',
  ],
  [
    '494 829 1104 1357',
    'D10',
    'supply-chain',
    'Code is fetched and run unchecked',
    'Whoever controls the source controls this program.',
    'Pin the version and check its digest.',
  ],
];

const FAMILIES = new Map<string, CweFamily>(
  ROWS.flatMap(([members, dimension, category, title, why, fix]) => {
    const ids = members.split(' ');
    const family = { cwe: `CWE-${ids[0] ?? ''}`, dimension, category, title, why, fix };
    return ids.map((id) => [`CWE-${id}`, family] as const);
  }),
);

/** Reads `CWE-78`, `cwe-078`, `78`; null for anything else. */
export function normalizeCwe(text: string): string | null {
  const [, id] = /^(?:CWE-)?0*(\d{1,5})$/iu.exec(text.trim()) ?? [];
  return id === undefined ? null : `CWE-${id}`;
}

/** The family a weakness belongs to, or null where we have none. */
export const findCweFamily = (cwe: string | null): CweFamily | null =>
  cwe === null ? null : (FAMILIES.get(normalizeCwe(cwe) ?? '') ?? null);
