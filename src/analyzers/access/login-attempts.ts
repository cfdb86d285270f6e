/**
 * Finds login routes without a rate limit and returns a claim each (CWE-307). Where any code that was read mentions a limit, only logins
 * are reported that lack one while another route has one. Called by access-claims.ts; login-answers.ts uses isLogin.
 */
import type { AccessClaim } from './access-claim.ts';
import { placeOfRoute } from './access-claim.ts';
import type { AccessRoute } from './access-route.ts';
import type { RouteProject } from './route-project.ts';

const LOGIN = /(?:^|[/_.-])(?:log-?_?in|sign-?_?in|authenticate|sessions?|token|auth)\/?$/iu;
const LOGIN_HANDLER =
  /(?:^|\.)(?:(?:handle|do|post|process|user|admin|api)_?)?(?:log_?in|sign_?in|authenticate)(?:_?user|_?post|handler|action)?$/iu;
/** A password is compared here. */
const COMPARES =
  /bcrypt|argon2|scrypt|pbkdf2|check_?password|checkpw|verify_?password|password_verify|validate_?password|comparePassword|CompareHashAndPassword|matchPassword|isValidPassword|\bauthenticate\(|\.authenticate\b|Auth::attempt|->attempt\(|passwordEncoder|\.matches\(|\.(?:check|verify|compare|valid)\w*\([^()\n]{0,60}passw|password\w*\s*(?:===?|!==?)|(?:===?|!==?)\s*[\w.[\]'"]*password|password\s*=\s*[?$:%']|[pP]assword(?:\(\))?\s*\.equals\(|signInWithPassword|authenticationManager|createHash\(|hashlib\.\w+|MessageDigest|DigestUtils|Digest::\w+|\b(?:md5|sha1|sha256)(?:\.Sum|\()|\bwhere\(\s*['"]password|HashData\(|\bhash\w*\s*(?:===?|!==?)|(?:findOne|findFirst|find_by|filter_by|findOneBy)\([^;]{0,120}[{,(\s]password\b/iu;
const LIMIT =
  /rate_?-?limit|limiter|throttl|slow_?down|brute|lock_?out|locked_?(?:until|at|out)|is_?locked|(?:failed|login)_?(?:login_?)?(?:attempts?|count|tries)|attempts\b|too_?many|\b429\b|captcha|axes\b|Rack::Attack|bucket4j|tollbooth|defender/iu;

export function findUnlimitedLogins(routes: readonly AccessRoute[], project: RouteProject): readonly AccessClaim[] {
  const logins = routes.filter(isLogin);
  // Where something that comes before every route limits, no login is without a limit.
  if (logins.length === 0 || project.mentions(LIMIT))
    return logins.filter((route) => isBare(route) && limitsOthers(routes)).map((route) => report(route, routes));
  return logins.map((route) => report(route, routes));
}

/** A route where somebody proves who they are with a password. */
export function isLogin({ endpoint, handler }: AccessRoute): boolean {
  const { method, route, handler: name } = endpoint;
  if (
    handler === null ||
    !(method === 'POST' || method === null) ||
    !(LOGIN.test(route ?? '') || LOGIN_HANDLER.test(name ?? ''))
  )
    return false;
  return (
    COMPARES.test(handler.text) && /password|passwd|pwd|Password|passphrase|credentials|attempt\(/u.test(handler.text)
  );
}

const isLimited = ({ endpoint, reached }: AccessRoute): boolean =>
  endpoint.guards.some(({ kind }) => kind === 'rate') || reached.some(({ text }) => LIMIT.test(text));

/** The limits of the project stand on other routes alone. */
const isBare = (route: AccessRoute): boolean =>
  !isLimited(route) && !route.joined.before.some(({ name }) => LIMIT.test(name));
const limitsOthers = (routes: readonly AccessRoute[]): boolean =>
  routes.some(({ endpoint }) => endpoint.guards.some(({ kind, at }) => kind === 'rate' && at === 'route'));

function report(route: AccessRoute, routes: readonly AccessRoute[]): AccessClaim {
  const [limited] = routes.filter((each) => each.endpoint.guards.some(({ kind }) => kind === 'rate'));
  return {
    ...placeOfRoute(route),
    rule: 'login-without-limit',
    severity: limited === undefined ? 'LOW' : 'MEDIUM',
    cwe: 'CWE-307',
    dimension: 'D2',
    title: `${route.endpoint.name} limits no attempts`,
    issue: `${route.endpoint.name} compares a password, and no limit of attempts was seen on the route, on its router, on the application or in the function that answers.${limited === undefined ? '' : ` ${limited.endpoint.name} has one.`} Passwords can be guessed as fast as the server answers.`,
    recommendation:
      'Limit attempts per account and per address, and answer 429 above it. Where a proxy does that, say so in the code.',
  };
}
