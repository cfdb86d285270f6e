/**
 * Classifies the name of a function, decorator or middleware as a guard of requests (authentication, authorization, forgery, rate,
 * validation) or null, by its words only, without knowing the framework. Called by the readers in routes/.
 */
import type { GuardKind } from './recon.ts';

const WORDS: readonly (readonly [GuardKind, RegExp])[] = [
  ['forgery', /csrf|xsrf|csurf|forgery|crumb/u],
  ['rate', /throttle|rate-?limit|ratelimit|limiter|slow-?down|httprate|(?:^|-)rate(?:-|$)|max-bytes/u],
  [
    'authorization',
    /(?:^|-)(?:roles?|perms?|permissions?|acl|rbac|policy|policies|granted|scopes?|owner|allowed|secured|superuser|staff|privileges?|gate|authority|authorities|can|authoriz\w*|authoris\w*|preauthorize|postauthorize|verify-authorized|deny(?:-access)?|restrict-to|owns?|ability)(?:-|$)|(?:^|-)(?:require|is|only|ensure|check|must|need|verify|has|get|current)-(?:\w+-)*admins?(?:-|$)|(?:^|-)(?:require|is|only|ensure|check|must|need|verify|has)-(?:\w+-)*(?:moderators?|managers?|editors?)(?:-|$)|(?:^|-)(?:enforce|require|ensure|check)-(?:\w+-)*(?:key-access|master-key|access)(?:-|$)|^auth(?:enticate|orize)?-(?:\w+-)*admins?(?:-|$)|^allows-requires?$|(?:^|-)admins?-(?:only|users?|required|guard|access|middleware|auth|check)(?:-|$)|^admin$/u,
  ],
  [
    'authentication',
    /auth(?!or(?:s|ed|ing)?(?:-|$))|jwt|bearer|http-basic|user-passes-test|(?:^|-)(?:login|logged|signed|security|passport|principal|sanctum|devise|protected|protect|restrict|restricted|identity|api-?key|keyauth)(?:-|$)|(?:require|ensure|need|must|check|verify|get|current|with|is)-(?:\w+-)*(?:user|session|account|member|token)(?:-|$)|(?:^|-)(?:user|session|account|members?|token)-(?:required|only)(?:-|$)|server-session/u,
  ],
  ['validation', /valid|schema|celebrate|joi|zod|pipe$|body-limit/u],
];

/** Words that only sound like one: what parses or prepares a request, routers that are called after what they do, headers, pages of the API. */
const NOT_A_GUARD =
  /^(?:author|authors|can-i-use|cookie-?parser|body-?parser|session|oauth-callback|get-token-count|api-bearer-auth|api-basic-auth|api-security)$|^passport-(?:initialize|session)$|-(?:routers?|routes?|controllers?)$|(?:security|referrer|permissions|resource|opener|embedder)-policy$/u;

/** Names that take a guard away, or ask for nothing. */
const OPENS =
  /(?:^|-)(?:exempt|anonymous|forbidden|allow-any|permit-all|skip|skipped|disabled?|not-required|optional|no-auth|public)(?:-|$)/u;

/** `requireUser` and `require_user` are `require-user`. */
const toWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/gu, '$1-$2')
    .replace(/[^A-Za-z\d]+/gu, '-')
    .replace(/^-|-$/gu, '')
    .toLowerCase();

/** By its own name, else with the name of what it belongs to: `permissions.IsAuthenticated` asks who, not what for. */
export function classifyGuard(name: string): GuardKind | null {
  const whole = name.slice(0, 200);
  if (NOT_A_GUARD.test(toWords(whole))) return null;
  return classifyWords(toWords(whole.replace(/^(?:\w+\.)+(?=\w)/u, ''))) ?? classifyWords(toWords(whole));
}

function classifyWords(words: string): GuardKind | null {
  if (NOT_A_GUARD.test(words) || OPENS.test(words)) return null;
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
