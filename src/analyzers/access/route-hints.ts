/**
 * Says by one pattern per language whether a text may declare or answer routes, so that access.ts and route-project.ts parse no other.
 * Also lists those languages (for declaration.ts) and groups JavaScript, TypeScript and TSX as one family.
 */

const SCRIPT =
  /\.\s*(?:get|post|put|patch|delete|del|all|route)\s*(?:<[^;]{0,200}>)?\s*\(\s*(?:['"`](?:\/|['"`:*])|\{|\[)|@(?:Controller|Resolver|Get|Post|Put|Patch|Delete|All)\s*\(|\bexport\s+(?:async\s+)?(?:function|const)\s+(?:GET|POST|PUT|PATCH|DELETE)\b|\bNextApiRe|\buseGlobalGuards\b|\bAPP_GUARD\b|\bExceptionFilter\b|\bsetErrorHandler\b|\.addHook\(|\b(?:app|server|api|router|fastify|instance)\.(?:use|register)\(|\bsetNotFoundHandler\b|\b(?:Query|Mutation)\s*:\s*\{|[pP]rocedure\b|['\x22]use server['\x22]/u;
const PYTHON =
  /^[^\S\n]*@[\w.]+\.(?:route|get|post|put|patch|delete|api_route|errorhandler|expose)\s*\(|\burlpatterns\b|\.(?:add_url_rule|add_resource|add_(?:get|post|put|patch|delete|route))\(|@api_view|\.as_view\(|\brouter\w*\.register\(|^[^\S\n]*def\s+\w+\(\s*(?:self\s*,\s*)?request\b|\((?:[\w.]+,\s*)*[\w.]*(?:View|ViewSet|APIView|Resource|RequestHandler)\s*\)\s*:|\bREST_FRAMEWORK\s*=|^MIDDLEWARE\s*=|\.(?:include_router|register_blueprint|before_request)\b|\bFastAPI\(/mu;
const JAVA =
  /@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|@(?:Rest)?Controller\b|@Path\s*\(|\bHttpSecurity\b|\bextends\s+\w*Servlet\b|@(?:Rest)?ControllerAdvice\b/u;
const CSHARP =
  /\[(?:Http(?:Get|Post|Put|Patch|Delete)|ApiController|Route)\b|\.Map(?:Get|Post|Put|Patch|Delete)\(|:\s*Controller(?:Base)?\b/u;
const RUBY =
  /\.routes\.draw\b|<\s*(?:\w+::)*\w*Controller\b|\bSinatra::|\bGrape::API\b|^[^\S\n]*(?:get|post|put|patch|delete)\s+['"]\/[^'"]*['"]\s*(?:do|,)|^[^\S\n]*module\s+\w*(?:Auth|Access|Author)\w*/mu;
const PHP =
  /\bRoute::|\$(?:app|group|router|routes|r)->(?:get|post|put|patch|delete|group|map)\(|\bextends\s+\w*(?:Controller|FormRequest)\b|#\[Route\(|\$_(?:GET|POST|REQUEST)\b/u;
const GO =
  /\.(?:GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|HandleFunc|Handle|MethodFunc)\(\s*"|\.(?:Group|PathPrefix|Mount)\(\s*"|\bgin\.(?:Default|New)\(|\*gin\.Context\b|\becho\.Context\b|\*fiber\.Ctx\b|\bhttp\.ResponseWriter\b/u;

const KOTLIN =
  /@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|@(?:Rest)?Controller\b|@Path\s*\(|\bHttpSecurity\b|@(?:Rest)?ControllerAdvice\b|\bio\.ktor\.server\./u;
const RUST = /\b(?:axum|actix_web|rocket|poem|ntex|salvo)::|#\[(?:get|post|put|patch|delete)\(\s*"/u;

const HINTS: Readonly<Record<string, RegExp>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: PYTHON,
  java: JAVA,
  csharp: CSHARP,
  ruby: RUBY,
  php: PHP,
  go: GO,
  kotlin: KOTLIN,
  rust: RUST,
};

/** Languages whose routes can be read. */
export const ROUTED_LANGUAGES: readonly string[] = Object.keys(HINTS);

const SCRIPTS = ['javascript', 'typescript', 'tsx'];

/** Languages that import each other. */
export const familyOf = (language: string | null): string =>
  language !== null && SCRIPTS.includes(language) ? 'script' : (language ?? '');

export const mayHoldRoutes = (text: string, language: string | null): boolean =>
  (language === null ? undefined : HINTS[language])?.test(text) ?? false;
