/**
 * Finds three weaknesses of login, registration and password recovery and returns a claim each: an answer that tells whether an account
 * exists, a recovery token or new password in the answer, a password compared or looked up without a hash. Called by access-claims.ts.
 */
import type { AccessClaim } from './access-claim.ts';
import type { AccessRoute } from './access-route.ts';
import { listAnswers } from './error-details.ts';
import { lineIn, type Piece } from './handler-code.ts';
import { isLogin } from './login-attempts.ts';

export function findLoginAnswers(routes: readonly AccessRoute[]): readonly AccessClaim[] {
  const claims = routes.flatMap((route) => [
    ...(isLogin(route) ? [findTold(route), findPlain(route)] : []),
    ...(isRecovery(route) ? [findRefused(route), findGivenToken(route)] : []),
    isRegistration(route) ? findTaken(route) : null,
  ]);
  return [
    ...new Map(
      claims.flatMap((claim) => (claim === null ? [] : [[`${claim.file}:${claim.line}:${claim.cwe}`, claim] as const])),
    ).values(),
  ];
}

const ACCOUNT = `(?:user(?:[ _]?name)?|account|e-?mail(?: address)?|member|customer|login)`;
/** `No user with this email`, `Email not registered`, `user does not exist`. */
const UNKNOWN = new RegExp(
  String.raw`(['"\u0060])[^'"\u0060\n]{0,40}?\b(?:(?:no|unknown|invalid|incorrect|wrong)\s+(?:such\s+)?${ACCOUNT}|${ACCOUNT}\b[^'"\u0060\n]{0,25}?\b(?:not (?:found|registered|known|exist)|unknown|does(?:n.t| not) exist|is not registered))\b(?<rest>[^'"\u0060\n]{0,60})\1`,
  'iu',
);
/** `Wrong password`, `Password is incorrect`: about the password alone. */
const WRONG =
  /(['"`])[^'"`\n]{0,30}?\b(?:(?:wrong|incorrect|invalid|bad)\s+(?:pass ?word|credentials?)|password\b[^'"`\n]{0,15}?\b(?:wrong|incorrect|invalid|mismatch|not match|does(?:n.t| not) match))\b[^'"`\n]{0,40}\1/iu;
/** One answer for both, as in `Invalid email or password`. */
const BOTH = /\b(?:or|and|\/|and\/or)\b/iu;

function findIn(pieces: readonly Piece[], pattern: RegExp): { readonly piece: Piece; readonly offset: number } | null {
  for (const piece of pieces) {
    const found = pattern.exec(piece.text.slice(piece.head.length));
    if (found !== null && !BOTH.test(found[0])) return { piece, offset: piece.head.length + found.index };
  }
  return null;
}

function findTold(route: AccessRoute): AccessClaim | null {
  const pieces = route.reached;
  const unknown = findIn(pieces, UNKNOWN);
  return unknown === null || findIn(pieces, WRONG) === null ? null : reportTold(route, unknown.piece, unknown.offset);
}

/** A forgotten password is asked for here. */
const isRecovery = ({ endpoint: { route, handler, method } }: AccessRoute): boolean =>
  (method === 'POST' || method === null) &&
  /forgot|recover|reset-?_?(?:password|request)|password-?_?reset|request-?_?reset/iu.test(
    `${route ?? ''} ${handler ?? ''}`,
  );

function findRefused(route: AccessRoute): AccessClaim | null {
  const unknown = findIn(route.reached, UNKNOWN);
  return unknown === null ? null : reportTold(route, unknown.piece, unknown.offset);
}

const isRegistration = ({ endpoint: { route, handler, method } }: AccessRoute): boolean =>
  (method === 'POST' || method === null) &&
  /(?:^|[/_\W])(?:register|registration|sign-?_?up|create-?_?account)|[a-z]Register(?:$|[A-Z])|signUp/u.test(
    `${route ?? ''} ${handler ?? ''}`,
  );

/** `Email already registered`, `User already exists`. A name that others see must be free, so a name alone is no secret. */
const TAKEN =
  /(['"`])(?:[^'"`\n]{0,30}?\b(?:user|account|e-?mail(?: address)?|customer|member)\b[^'"`\n]{0,25}?\balready\b[^'"`\n]{0,10}?\b(?:exists?|registered|taken|used|in use)\b|[^'"`\n]{0,20}?\balready\b[^'"`\n]{0,20}?\b(?:user|account)\b[^'"`\n]{0,12}?\be-?mail)[^'"`\n]{0,40}\1/iu;

function findTaken({ endpoint, reached }: AccessRoute): AccessClaim | null {
  const taken = findIn(reached, TAKEN);
  if (taken === null) return null;
  return {
    ...placeOf(taken.piece, taken.offset),
    rule: 'login-tells-accounts',
    severity: 'LOW',
    cwe: 'CWE-204',
    dimension: 'D2',
    title: `${endpoint.name} tells whether an account exists`,
    issue: `${endpoint.name} answers differently where the address has an account already. Anybody can find out who is registered.`,
    recommendation: 'Give one answer for both, such as `We sent you a mail`, and say the rest in the mail.',
  };
}

/** Fields that prove that a mail was read; not words of a sentence, nor arguments of a call. */
const GIVEN =
  /(?<![\w.])["']?(?:reset\w*?_?(?:token|link|url|code)|(?:new|temp\w*|generated)_?password)["']?\s*(?::|=>|\}|,(?=[^()]*\}))/iu;
/** The second step of a recovery: the token comes with the request. */
const TAKES_TOKEN =
  /token\b[^\n=]*=\s*(?:await\s+)?\$?(?:req|request|ctx|params|body|data)\b|(?:body|params|query|json|form|args|data|input|get)\W{1,4}(?:reset_?)?token/iu;
const SENTENCE = /(['"`])(?=[^'"`\n]*\s)[^'"`\n]*\1/gu;
const SENT_ELSEWHERE = /mail|redirect|render|url_for|notif|sms|deliver/iu;

/** `res.json({ resetToken })`: whoever asks for the mail has it without the mail. */
function findGivenToken({ endpoint, reached, handler }: AccessRoute): AccessClaim | null {
  const piece = handler ?? reached[0];
  if (/token/iu.test(endpoint.route ?? '') || reached.some(({ text }) => TAKES_TOKEN.test(text))) return null;
  const given =
    piece === undefined
      ? undefined
      : listAnswers(piece).find(({ text }) => {
          const code = text.replace(SENTENCE, "''");
          return GIVEN.test(code) && !SENT_ELSEWHERE.test(code);
        });
  if (piece === undefined || given === undefined) return null;
  return {
    ...placeOf(piece, given.offset),
    rule: 'reset-token-answered',
    severity: 'HIGH',
    cwe: 'CWE-640',
    dimension: 'D2',
    title: `${endpoint.name} answers with what should be mailed`,
    issue: `${endpoint.name} answers with the token or password of the recovery. Whoever names an account takes it over; nobody has to read its mail.`,
    recommendation: 'Send the token to the address of the account alone, and answer the same for every address.',
  };
}

const placeOf = (piece: Piece, offset: number): Pick<AccessClaim, 'file' | 'line'> => ({
  file: piece.file.path,
  line: lineIn(piece, offset),
});

const HASHED =
  /bcrypt|argon2|scrypt|pbkdf2|createHash|hashlib|\bmd5|\bsha_?\d|digest|hash|check_?password|checkpw|verify|encoder|encrypt|compare(?:Sync)?\(|authenticate\(/iu;
const STORED = String.raw`[\w\])]\s*(?:\??\.|->|\[['"]|\.get\(['"]|\.Get|\.get)?\s*(?:[pP]assword|passwd|pwd)\b['"\])(]*`;
/** `user.password !== password`, `row['password'] == request.form['password']`, `user.getPassword().equals(password)`. */
const COMPARED = new RegExp(
  String.raw`(?:${STORED})\s*(?:[!=]==?|\.equals\(|<=>)\s*(?!null|None|nil|undefined|['"])[^\n;{}]{0,60}?(?:[pP]assword|passwd|pwd)\b`,
  'u',
);
/** `findOne({ where: { email, password } })`, `filter_by(name=name, password=password)`, `WHERE name = ? AND password = ?`. */
const SOUGHT =
  /\b(?:findOne|findFirst|findOneBy|find_by|filter_by|filter|find|where|Where|First|get)\b[!]?\s*\([^;]{0,160}?[{,(\s"']password\s*(?:[,}]|(?:[:=]|=>)\s*(?:req|request|body|params|password|data|dto|form|input|\$)[\w.[\]'":$>()-]*\s*[,}\])])|\bAND\s+(?:\w+\.)?(?:password|passwd|pwd)\s*=\s*(?:\?|\$\d|:\w+|%s|'|\$\{|@\w+)/u;

function findPlain(route: AccessRoute): AccessClaim | null {
  if (route.reached.some(({ text }) => HASHED.test(text.replaceAll(/hash(?:[mM]ap|able)/gu, '')))) return null;
  const found = route.reached
    .map((piece) => {
      const body = piece.text.slice(piece.head.length);
      const match = COMPARED.exec(body) ?? SOUGHT.exec(body);
      // The end of what matched: the statement may begin some lines above.
      return match === null ? null : { piece, offset: piece.head.length + match.index + match[0].length - 1 };
    })
    .find((each) => each !== null);
  return found === undefined || found === null ? null : reportPlain(route, found.piece, found.offset);
}

const reportTold = ({ endpoint }: AccessRoute, piece: Piece, offset: number): AccessClaim => ({
  file: piece.file.path,
  line: lineIn(piece, offset),
  rule: 'login-tells-accounts',
  severity: 'LOW',
  cwe: 'CWE-204',
  dimension: 'D2',
  title: `${endpoint.name} tells whether an account exists`,
  issue: `${endpoint.name} answers differently where the account is not known. Anybody can find out which names or addresses have an account, and try passwords for those alone.`,
  recommendation: 'Give one answer for both, such as `Invalid name or password`, and take as long for either.',
});

const reportPlain = ({ endpoint }: AccessRoute, piece: Piece, offset: number): AccessClaim => ({
  file: piece.file.path,
  line: lineIn(piece, offset),
  rule: 'password-compared-as-text',
  severity: 'MEDIUM',
  cwe: 'CWE-256',
  dimension: 'D2',
  title: `${endpoint.name} compares the password as it was typed`,
  issue: `${endpoint.name} compares what was sent with what is stored, and no hash was seen in the handler or in a function that it calls. Whoever reads the table, a backup or a log has every password.`,
  recommendation: 'Store a slow salted hash (Argon2, scrypt or bcrypt) and compare with the function of that library.',
});
