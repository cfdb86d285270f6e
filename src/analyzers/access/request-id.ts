/**
 * Finds the ids that a request sends to choose a record: parameters of the path, and by word patterns fields of query and body. Returns
 * the names in a Piece that hold one and says whether an expression does. Used by access-route.ts, record-access.ts and open-routes.ts.
 */
import { anyOf, namesIn, type Piece, spreadNames } from './handler-code.ts';

const KEY = String.raw`\w*?(?:[iI][dD]s?|ID|[uU]uid|pk|[uU]ser[nN]ame|user_name|user|[eE]mail|[nN]umber|[aA]ccount\w*|slug|owner|customer|file_?[nN]ame|name|ref|from|to)`;

const EXPRESSIONS = [
  String.raw`\b(?:req|request|ctx|ctx\.request|c\.req|event|this\.req)\??\.(?:params|query|body|payload|pathParameters|queryStringParameters)\??(?:\.|\[\s*['"])${KEY}\b`,
  String.raw`\bctx\.params\.\w+|\bparams\.${KEY}\b|\bc\.req\.(?:param|query)\(\s*['"]\w+`,
  String.raw`\brequest\.(?:args|form|json|values|GET|POST|data|query_params|path_params|view_args|match_info)(?:\.get\(\s*|\[\s*)['"]${KEY}['"]`,
  String.raw`\b(?:data|body|payload|content|json_data|req_data|json|formData|fd)(?:\.get\(\s*|\[\s*)['"]${KEY}['"]`,
  String.raw`\b(?:body|payload|dto|form|input|data|command|cmd|args)\.\w*(?:[iI]d|_id|ID)\b`,
  String.raw`\bself\.kwargs(?:\.get\(\s*|\[\s*)['"]\w+`,
  String.raw`\bkwargs(?:\.get\(\s*|\[\s*)['"]\w+`,
  String.raw`\bparams\[\s*:${KEY}\s*\]|\bparams\.(?:fetch|require)\(\s*:${KEY}\b|\bparams\[:\w+\]\[:${KEY}\]`,
  String.raw`\$request->(?:input|get|query|post|route|integer|string)\(\s*['"]${KEY}['"]|\$request->${KEY}\b(?!\()|\$request\[['"]${KEY}|\brequest\(\s*['"]${KEY}['"]\s*\)|\$_(?:GET|POST|REQUEST)\[\s*['"]${KEY}`,
  String.raw`\b(?:c|ctx|r|req|w)\.(?:Param|Params|Query|QueryParam|DefaultQuery|PostForm|FormValue|PathValue|URLParam)\(\s*["']${KEY}["']|\bmux\.Vars\(\w+\)\[|\bvars\["\w+"\]|\bchi\.URLParam\(|\bURL\.Query\(\)\.Get\(`,
  // Ktor; actix and axum, whose path is one value or a tuple.
  String.raw`\bcall\.(?:parameters|pathParameters|queryParameters|request\.queryParameters)(?:\.getOrFail\(\s*|\[\s*)"${KEY}"`,
  String.raw`\b(?:path|params|info|query|form)\.into_inner\(\)|\bmatch_info\(\)\.(?:get|query)\(`,
  String.raw`\brequest\.(?:getParameter|getPathInfo)\(\s*"${KEY}"`,
];

const EXPRESSION = new RegExp(EXPRESSIONS.join('|'), 'gu');

/** Names of the parts of a path that are filled in: `/a/:id`, `/a/<int:id>`, `/a/{id}`. */
export const pathParameters = (route: string | null): readonly string[] =>
  [...(route ?? '').matchAll(/:(\w+)|\{\$?(\w+)[^}]*\}|<(?:\w+:)?(\w+)>|\[(?:\.\.\.)?(\w+)\]/gu)].map(
    ([, a, b, c, d]) => a ?? b ?? c ?? d ?? '',
  );

/** What nobody can guess, or what is meant for everybody. */
const UNGUESSABLE =
  /^(?:\w*(?:token|hash|secret|signature|nonce|code|slug|lang|locale|page|format|version|provider|type|tag|category|status)\w*|key|path|date|year|month|day)$/iu;

/** `page` is the part of a list, `page_id` a page. */
const isRecordId = (name: string): boolean =>
  !UNGUESSABLE.test(name) || /^(?:page|code|version|date|path)_?(?:id|Id|ID|pk)$/u.test(name);

/** Names inside the piece that hold an id of the request; `given` are known from outside. */
export function requestNames(piece: Piece, route: string | null, given: Iterable<string> = []): ReadonlySet<string> {
  const parts = pathParameters(route).filter(isRecordId);
  const own = (piece.function?.parameters ?? []).flatMap(({ name }) =>
    name.startsWith('{') ? namesIn(name.replace(/\}.*$/su, '')) : [name],
  );
  const named = own.filter((name) => parts.some((part) => name === part || name === `${part}_id`));
  const first = [...given, ...named, ...annotated(piece)];
  return spreadNames(piece, first.length > 0 ? first : placedNames(piece, parts), ({ name, value }, names) =>
    isOfRequest(value, names) && !LOOKUP.test(value.slice(0, 200)) ? bound(name, value) : [],
  );
}

/** PHP hands the parts of a path over by position. */
const placedNames = ({ file, function: made }: Piece, parts: readonly string[]): readonly string[] =>
  file.language !== 'php' || parts.length === 0
    ? []
    : (made?.parameters ?? [])
        .filter(({ type }) => type === null || /^(?:int|string)$/u.test(type))
        .map(({ name }) => name);

const LOOKUP =
  /(?:find|where|filter|query\b|select|get_object|first|fetch|load|execute|save|create|update|delete|remove)\w*[!?]?\s*\(/iu;
const ERROR = /^(?:err|error|ok|_|e)$/u;

/** Of `{ id, name } = req.body` what is an id; of anything else all of it. */
const bound = (name: string, value: string): readonly string[] =>
  namesIn(name).filter(
    (each) => !ERROR.test(each) && (!name.includes('{') || DESTRUCTURED.test(value) === false || ID_NAME.test(each)),
  );

const DESTRUCTURED = /\.(?:body|query|params|payload)\s*(?:;|$|\|\||\?\?|as\b)/u;
const ID_NAME = new RegExp(`^${KEY}$`, 'u');

/** `@Param('id') id`, `@PathVariable Long id`, `@RequestParam Long userId`. */
const annotated = ({ head }: Piece): readonly string[] =>
  [
    ...head.matchAll(
      /@(?:Args|Body|Param|PathVariable|RequestParam|PathParam|QueryParam|Query|FromRoute|FromQuery)\b(?:\([^()]*(?:\([^()]*\))?[^()]*\))?\s*(?:final\s+)?(?:[\w<>.]+\s+)?(\w+)/gu,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => ID_NAME.test(name) || /id$/iu.test(name));

export function isOfRequest(text: string, names: ReadonlySet<string>): boolean {
  const named = anyOf(names);
  const short = text.slice(0, 2_000);
  if (
    /^\s*(?:await\s+)?(?:req|request|ctx|ctx\.request)\??\.(?:params|query|body)\s*(?:;|$|\|\||\?\?|as\b)/u.test(short)
  )
    return true;
  return short.search(EXPRESSION) >= 0 || (named !== null && short.search(named) >= 0);
}
