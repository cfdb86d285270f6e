/**
 * Says by word patterns whether a Piece of code checks a role, permission or policy (in a condition, or by a call that refuses by
 * itself), and whether it answers 401 or 403 or redirects to a login. Called by access-route.ts.
 */
import type { Piece } from './handler-code.ts';

/** Calls that ask and refuse by themselves. */
const REFUSES =
  /(?:^|[^\w.>:])(?:authorize!?|authorize_resource|load_and_authorize_resource|verify_authorized|policy_scope)[\s(]|\$this->authorize(?:ForUser|Resource)?\(|Gate::(?:authorize|allowIf|denyIf|inspect)\(|\babort_(?:if|unless)\(|\.assertCan\(|\b(?:require|check|ensure|enforce|assert|verify)_?[A-Za-z_]*(?:[Rr]ole|[Aa]dmin|[Pp]ermission|[Aa]ccess|[Oo]wner\w*|[Ss]cope|[Rr]ights?|[Pp]rivilege|[Cc]apabilit)\w*\s*\(|\bcheck_object_permissions\(|\bPermissionDenied\b|ForbiddenError\.from|\bdenyAccessUnlessGranted\(/u;
/** Words about rights, which count in a condition. */
const RIGHT =
  /is_?(?:admin|staff|superuser|moderator|owner|manager|editor|author|allowed|authorized)\b|\badmin\?|\bhas_?(?:any_?)?(?:role|perm|permission|authority|scope|access|right)s?\b|\brole\w*\b|\bpermissions?\b|\bGate::|\bscopes?\b|\bcan(?:not)?\s*\??\(|\bcan\?|->can(?:not)?\(|\bisInRole\b|\bIsInRole\b|\bpolicy\b|\ballowed\b|\ballows?\(|\bdenies\(|\bprivileges?\b|\benforce\(|\bisGranted\(|\bAbility\b|\bis_admin\b|\bowns\w*\b|\bisOwner\b|\baccess_?level\b|\bgroups?\b|['"](?:admin|ADMIN|ROLE_ADMIN|superadmin|moderator)['"]/iu;
const CONDITION =
  /^\s*(?:\}?\s*(?:else\s+)?if\b|elsif\b|elif\b|unless\b|assert\b|guard\b|while\b|switch\b|case\b|match\b)|\b(?:if|unless)\b[^:]*$|\?\s[^:]*:|&&|\|\||\breturn\b.*\b(?:if|unless)\b|\braise\b.*\b(?:if|unless)\b/u;
/** A value that is only taken over or handed out. */
const TAKEN =
  /\b(?:role|roles|permissions?|is_?admin)\w*['"]?\s*(?::|=>|=(?!=))\s*[\w$.>[\]'"()-]*(?:body|params|request|data|payload|input|form|json|dto)\b/iu;

export function checksRole({ text, head }: Piece): boolean {
  const body = text.slice(head.length);
  if (REFUSES.test(body)) return true;
  return body.split('\n').some((line) => RIGHT.test(line) && CONDITION.test(line) && !TAKEN.test(line));
}

const REFUSAL =
  /\b40[13]\b|\b(?:FORBIDDEN|UNAUTHORIZED|Forbidden|Unauthorized|StatusForbidden|StatusUnauthorized|forbidden|unauthorized|AccessDenied\w*|access_denied|HttpResponseForbidden|NotAuthorized\w*|not_authorized|NotAuthenticated|UNAUTHENTICATED|Unauthenticated|AuthenticationError|[nN]ot (?:signed|logged) in|UnauthorizedException|ForbiddenException|Permission\w*Error)\b|redirect\w*\s*\(?\s*(?:url_for\(\s*)?['":/\w.]*(?:log[_-]?in|sign[_-]?in|sign_in)|(?:login|sign_in|signin)_(?:path|url)\b/u;

/** Answers that somebody is not let in. */
export const refuses = ({ text, head }: Piece): boolean => REFUSAL.test(text.slice(head.length));
