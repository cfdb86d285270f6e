/**
 * Classifies a route by the words of its path, resource and handler alone: login and other open pages, admin, internal, private, public,
 * about people; and ranks its method by harm. Used by open-routes.ts, foreign-records.ts and privileged-fields.ts.
 */
import type { Endpoint } from '../../recon/recon.ts';

/** What must be open, or nobody would ever get in; and what is meant for machines and visitors. */
const WAY_IN =
  /(?:^|[/_.-])(?:log-?_?in|log-?_?out|sign-?_?(?:in|out|up)|register|registration|auth(?:enticat(?:e|ion))?|invitations?|o?auth2?|token|refresh|session|forgot\w*|reset\w*|\w*recover\w*|verify\w*|verification|confirm\w*|activate|callback|sso|saml|otp|mfa|2fa|csrf\w*|captcha|health\w*|healthz|live(?:ness)?|ready|readiness|ping|status|version|metrics|swagger\w*|openapi\w*|redoc|robots|favicon|sitemap|static|assets|public|webhooks?|hooks?|contact|newsletter|subscribe|unsubscribe|feedback|about|terms|privacy|home|index|echo|hello|search|join|invite|demo|setup|install|onboarding|well-known|rss|feed|vote|track|analytics|error|not-?found|checkout-session)(?:[/_.-]|$)/iu;
/** Pages for everybody, unless an id chooses one of them: `/docs`, and not `/docs/:id`. */
const OPEN_PAGE = /(?:^|[/_.-])(?:docs|preview)(?:[/_.-](?!.*[:{<])|$)/iu;
const HANDLER_WAY_IN =
  /^(?:\w+\.)?(?:(?:handle|do|post|process|user)_?)?(?:log_?(?:in|out)|sign_?(?:in|out|up)|register\w*|authenticate\w*|forgot\w*|reset_?password\w*|verify\w*|confirm\w*|health\w*|index|home|callback|webhook\w*)$/iu;

/** A link that only those have who were given it. */
const HANDED_OUT = /[:{<[](?:\w+:)?\w*(?:token|secret|hash|signature|nonce|otp)\w*/iu;

export const isWayIn = ({ route, handler, verb }: Endpoint): boolean =>
  WAY_IN.test(route ?? '') ||
  OPEN_PAGE.test(route ?? '') ||
  HANDLER_WAY_IN.test(handler ?? '') ||
  HANDED_OUT.test(route ?? '') ||
  (/^\/?$/u.test(route ?? '') && (verb === 'read' || verb === 'other'));

const ADMIN =
  /(?:^|[/_.-])(?:admin\w*|administrators?|backoffice|superuser|superadmin|root|staff|moderat(?:e|or|ion)\w*|_?debug)(?:[/_.-]|$)/iu;
/** Meant for other servers as often as not. */
const INNER = /(?:^|[/_.-])(?:internal|management|manage)(?:[/_.-]|$)/iu;
const ADMIN_ACT =
  /(?:^|[/_.-])(?:ban|unban|promote|demote|impersonate|make-?_?admin|grant|revoke|set-?_?role|change-?_?role|roles?|permissions?|all-?_?users|users\/all|wipe|purge)(?:[/_.-]|$)/iu;
const ADMIN_HANDLER =
  /(?:^|\.|_)(?:admin_?\w+|promote_?\w*|impersonate\w*|ban_?user|make_?admin|set_?role|change_?role|update_?role|grant_?\w*role\w*|list_?all_?users|get_?all_?users|delete_?all\w*)$/iu;

export const isAdmin = ({ route, handler }: Endpoint): boolean =>
  ADMIN.test(route ?? '') ||
  ADMIN_ACT.test(route ?? '') ||
  ADMIN_HANDLER.test(handler ?? '') ||
  /(?:^|\.|_)Admin\w*Controller\./u.test(handler ?? '');

export const isInner = ({ route }: Endpoint): boolean => INNER.test(route ?? '');

/** The part of a path below which everything is for administrators. */
export const adminArea = (route: string | null): string | null =>
  /^(?<area>.*?\/?(?:admin\w*|backoffice|internal|management|staff))(?:\/|$)/iu.exec(route ?? '')?.groups?.area ?? null;

/** Belongs to somebody. */
const PRIVATE =
  /order|invoice|payment|payout|transaction|transfer|account|user|profile|customer|client|patient|prescription|appointment|medical|health-?record|message|conversation|chat|inbox|mail|note|diary|journal|document|\bdocs?\b|file|upload|attachment|download|statement|card|wallet|address|wishlist|subscription|booking|reservation|ticket|task|todo|notification|device|session|token|api-?_?key|secret|credential|setting|preference|salar|payroll|payslip|employee|expense|claim|loan|contract|draft|history|export|backup|member|contact|calendar|grade|submission|shipment|refund|withdraw|bank|balance|vault|password|credit|receipt|license|complaint|application|resume|report|record|dashboard|me$|inbox|tax|insurance|policy|visit|trip|ride|delivery|cart|basket|project|workspace|team|tenant|organi[sz]ation|compan|event-?log|audit|log|private|photo|album|bucket|memo|chart|lab|result|vehicle|pet|child|student|timesheet|shift|lease|rental|parcel|case/iu;
/** Meant to be read by everybody. */
const PUBLIC =
  /product|catalog|categor|article|post|blog|news|page|tag|comment|review|rating|movie|film|book(?!ing)|song|recipe|cit(?:y|ies)|countr|language|currenc|faq|image|icon|asset|banner|theme|search|feed|public|store|shop|menu|listing|question|answer|topic|thread|forum|poll|course|lesson|game|team|player|job|event|announcement|slide|widget|template|price|stock|plan|artist|track|playlist|author|genre|brand|weather|avatar|leaderboard|timezone|config|feature|item|entr(?:y|ies)/iu;

const subjectOf = ({ route, resource }: Endpoint): string =>
  resource ?? (route ?? '').split('/').findLast((part) => /^[\w-]+$/u.test(part)) ?? '';

export const isPrivate = (endpoint: Endpoint): boolean => PRIVATE.test(subjectOf(endpoint)) && !isPublic(endpoint);
export const isPublic = (endpoint: Endpoint): boolean =>
  PUBLIC.test(subjectOf(endpoint)) && !/order|user|account|private|draft/iu.test(subjectOf(endpoint));

/** About people and what they own or may do: worth a question even where a project signs nobody in. */
export const isPersonal = (endpoint: Endpoint): boolean =>
  /user|account|customer|patient|member|employee|payment|transfer|password|credential|salar|medical|wallet|bank|invoice|order/iu.test(
    subjectOf(endpoint),
  );

const DANGER = { other: 0, read: 0, create: 1, update: 2, delete: 3 } as const;

/** How much harm it can do, to compare neighbours. */
export const dangerOf = ({ verb }: Pick<Endpoint, 'verb'>): number => DANGER[verb];
