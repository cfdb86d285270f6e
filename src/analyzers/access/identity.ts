/**
 * Recognizes by word patterns, for the common frameworks, where a Piece of code refers to the signed-in user (`req.user`, sessions,
 * tokens, injected parameters), and which names were assigned it. Used by access-route.ts (is the caller known?) and ownership.ts (is the
 * caller compared?).
 */
import { anyOf, namesIn, type Piece, spreadNames } from './handler-code.ts';

const WHO = `(?:[Uu]ser(?:_?[Ii][Dd]|[Nn]ame)?|auth|currentUser|current_user|account(?:Id)?|principal|identity|claims|uid|member|viewer|customer(?:Id)?|credentials|username|employee)`;

const EXPRESSIONS = [
  // What middleware leaves on the request: `req.user`, `ctx.state.user`, `request.auth.credentials`, `res.locals.user`.
  String.raw`\b(?:req|request|ctx|context|c|self\.request|this\.req|this\.request|info\.context|event\.requestContext|socket|res\.locals|response\.locals|locals)\s*(?:\??\.(?:state|locals|raw|context|authorizer|data|request|req|var))*\??\.${WHO}\b(?!\s*\()`,
  // Sessions: `session['user_id']`, `req.session.userId`, `session.get("user")`, `$_SESSION['uid']`.
  String.raw`\b(?:session|SESSION)\b\s*(?:\??\.(?:get|getAttribute|data)\s*\(\s*|\[\s*|\??\.)\s*['":]?\w*(?:user|uid|account|email|logged|admin|role|member|customer|auth|\bid\b|[a-z]I[dD]\b|_id\b)\w*`,
  String.raw`['":]\w*(?:user|uid|account|logged|auth|email)\w*['"]?\s*(?:not\s+)?in\s+(?:flask\.)?session\b`,
  String.raw`\bsession\s*:\s*['"]?user`,
  // Words that say it themselves.
  String.raw`(?<![\w"'])@?current_?(?:[uU]ser|[aA]ccount|[mM]ember|[cC]ustomer|[iI]dentity|[aA]dmin|[pP]rincipal|[eE]mployee|[tT]enant)\w*(?!['"])`,
  String.raw`\bCurrent\.(?:user|account)\b`,
  String.raw`\bg\.(?:user|current_user|identity|user_id|account|uid)\b`,
  String.raw`\b(?:get_jwt_identity|get_jwt|current_identity|get_current_\w+|getCurrent\w+|getServerSession|getAuth|getLoggedIn\w*|get_logged_in\w*|logged_in_user|loggedInUser|signedInUser|getAuthenticatedUser|authenticated_user\w*|get_user_from_\w+|user_from_\w+|userFrom\w+|currentUserId|requireUser|require_user|authenticate_user|getRequestUser|getUserFromRequest|\w+(?:From|By)(?:Session|Request|Token|Cookie)s?)\b`,
  // Sessions of Next.js and its like; a method of that name opens one of a database.
  String.raw`(?<![\w.>:])(?:getSession|verifySession|validateSession|requireSession|validateRequest)\(`,
  // A function of the project that reads it from the request.
  String.raw`\b(?:get|load|read|fetch)_?[uU]ser(?:_?[iI]d)?\(\s*(?:req|request|ctx|c|r)?\s*\)`,
  String.raw`(?<![\w.>:])(?:user(?:_?(?:[iI]d|ID|[nN]ame))?|whoami|viewer|caller(?:ID|Id)?|subject)\(\s*(?:req|request|ctx|c|r)(?:\.Context\(\))?\s*\)`,
  String.raw`\bAuth::(?:user|id|check|guard)\b|\bauth\(\s*(?:['"][\w-]*['"])?\s*\)\s*(?:->|\?->)|\$request->user\(\)|\brequest\(\)->user\(\)|\$this->getUser\(\)|\$this->user\(\)`,
  String.raw`\bSecurityContextHolder\b|\bgetUserPrincipal\(|\bgetRemoteUser\(|\bprincipal\b|\bauthentication\.(?:getName|getPrincipal|name|principal)`,
  String.raw`\bUser\.(?:Identity|FindFirst\w*|Claims|IsInRole|GetUserId)\b|\bGetUserId\(`,
  // Ktor, and sessions of Rust.
  String.raw`\bcall\.(?:principal|authentication|sessions)\b|\bsession\s*\.get(?:::<[^()]*>)?\(\s*"\w*(?:user|uid|account|email|member|id)\w*"|\bidentity\.id\(`,
  // Go: what middleware has put into the context.
  String.raw`\b(?:c|ctx|context|r\.Context\(\)|req\.Context\(\)|request\.Context\(\)|c\.Request\(?\)?\.Context\(\))\.(?:Get|MustGet|GetString|GetUint|GetUint64|GetInt|GetInt64|GetFloat64|Value|Locals|Keys)\s*[([]\s*["\w.]*(?:[Uu]ser|[Uu]id|UID|[Cc]laims|[Aa]uth|[Aa]ccount|[Ii]dentity|[Pp]rincipal|[Ss]ession|[Cc]ustomer|"sub")`,
  String.raw`\b(?:\w+\.)?(?:User|UserID|Uid|CurrentUser\w*|Claims|Identity|Account|AccountID|Session)(?:From|Of)\w*\(|\b(?:\w+\.)?(?:ExtractToken\w*|ExtractUser\w*|GetAuthUser\w*|GetCurrentUser\w*|GetUserFrom\w*|GetUserIDFrom\w*|ForContext|MustUser)\(`,
  // Tokens that were read in place.
  String.raw`\bjwt\.(?:verify|decode|parse)\w*\(|\bverifyIdToken\(|\bdecoded\.\w+|\b(?:decode|verify|validate|check|parse)_?(?:auth_?|access_?|jwt_?)?[Tt]oken\w*\s*\(|\btoken_validator\(|\bclaims\b`,
];

const EXPRESSION = new RegExp(EXPRESSIONS.join('|'), 'gu');

/** Parameters that a framework fills with whoever is signed in. */
const PARAMETERS: readonly RegExp[] = [
  /(\w+)\s*(?::[^=,]*)?=\s*(?:Depends|Security)\(\s*[\w.]*(?:user|auth|account|principal|identity|token|session|admin|member|claims|login)/giu,
  /(\w+)\s*:\s*Annotated\[[^=]*?(?:Depends|Security)\(\s*[\w.]*(?:user|auth|account|principal|identity|token|session|admin|member|claims)/giu,
  /(\w+)\s*:\s*(?:\w+\.)?(?:Current\w*|ActiveUser\w*|\w*UserDep|AuthUser\w*|LoggedInUser)\b/gu,
  /@(?:CurrentUser|User|GetUser|AuthUser|AuthenticationPrincipal|Auth|UserId|CurrentUserId|ReqUser|LoggedInUser|GetCurrentUser\w*|ActiveUser|UserDecorator|Session)\b(?:\([^()]*\))?\s*(?:final\s+)?(?:[\w<>.]+\s+)?(\w+)/gu,
  /\b(?:Principal|Authentication|UserPrincipal|UserDetails|\w*UserDetails|OAuth2User|Jwt|OidcUser|OAuth2AuthenticationToken|JwtAuthenticationToken)\s+(\w+)/gu,
  /(\w+)\s*:\s*(?:Principal|Authentication|UserPrincipal|\w*UserDetails|OAuth2User|Jwt|OidcUser|JwtAuthenticationToken|JWTPrincipal|UserSession)\b/gu,
  // Rust: `Extension(claims): Extension<Claims>`, `user: AuthUser`, `identity: Identity`.
  /(\w+)\)?\s*:\s*(?:(?:web::)?(?:Extension|ReqData|TypedHeader)<\s*)?(?:\w+::)*(?:Auth(?:enticated|orized|ed)?(?:User|Session|Token|Claims)?|CurrentUser|LoggedIn\w*|\w*Claims|Identity|User|UserId)\b/gu,
  // What a resolver or procedure takes from its context: `(_, args, { user })`, `({ input, ctx: { user } })`.
  /[(,]\s*\{[^{}]*?\b(user|currentUser|session|viewer|me)\b[^{}]*\}\s*(?::\s*\w*Context\b|\)\s*$)/gu,
  /\b(current_?[Uu]ser\w*|principal|authUser|auth_user|loggedInUser|viewer)\b/gu,
];

export function parametersOf({ head }: Piece): readonly string[] {
  return PARAMETERS.flatMap((pattern) => [...head.matchAll(pattern)].map(([, name = '']) => name));
}

/** Names that hold who is asking, inside this piece. `given` are known from outside. */
export const identityNames = (piece: Piece, given: Iterable<string> = []): ReadonlySet<string> =>
  spreadNames(piece, [...given, ...parametersOf(piece)], ({ name, value }, names) =>
    isIdentity(value, names) && !isLookup(value) ? namesIn(name).filter((each) => !PLAIN.test(each)) : [],
  );

/** What else stands on the left: errors, flags, the request itself. */
const PLAIN = /^(?:err|error|ok|exists|_|self|this|req|request|res|session|db|e|const|let|var)$/u;

/** A record that is found with the help of who is asking is not who is asking; the user's own record is. */
const isLookup = (value: string): boolean =>
  /(?:find|where|filter|query|select|get_object_or_404|first|exec\w*|save|create|update|delete|destroy|remove|count|render|json|fetch\w*|load\w*)\w*[!?]?\s*\(/iu.test(
    value,
  ) &&
  !/\b(?:users?|User|accounts?|Account|members?|Member|customers?|Customer)\w*(?:\.|::|->|\(|,)/u.test(
    value.slice(0, 120),
  );

const isIdentity = (value: string, names: ReadonlySet<string>): boolean => {
  const text = value.slice(0, 400);
  const named = anyOf(names);
  return text.search(EXPRESSION) >= 0 || (named !== null && text.search(named) >= 0);
};

export interface Mention {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/** `req.` in front of `session.userId` belongs to it. */
const HOLDER = /(?:[\w$]+(?:\?\.|\.|->))+$/u;

/** Every place of the piece that says who is asking. */
export function mentionsOf(piece: Piece, names: ReadonlySet<string>): readonly Mention[] {
  const named = anyOf(names);
  const found = [...piece.text.matchAll(EXPRESSION), ...(named === null ? [] : piece.text.matchAll(named))];
  return found
    .map(({ index, 0: text }) => {
      const holder = HOLDER.exec(piece.text.slice(Math.max(0, index - 60), index))?.[0] ?? '';
      return { offset: index - holder.length, end: index + text.length, text };
    })
    .filter(({ offset }) => offset >= piece.head.length)
    .toSorted((a, b) => a.offset - b.offset);
}

/** Whether the piece knows who is asking. */
export const knowsIdentity = (piece: Piece): boolean =>
  parametersOf(piece).length > 0 || piece.text.search(EXPRESSION) >= 0;
