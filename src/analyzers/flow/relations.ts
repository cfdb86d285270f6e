/**
 * Says how an expression is made of the value that is followed: the same, its host, a path made of it, a number read from it, its
 * elements; null where a check of it says nothing of the value. Also defines Tracked, such a value, and finds definitions of names. Used
 * by the checks, guards.ts and walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall, memberKey, memberObject } from './calls.ts';
import { type Assignment, findScope, type Scope } from './scopes.ts';

/** A value that is followed: how it is written, whose variable it is, and from which offset on it holds. */
export interface Tracked {
  readonly text: string;
  readonly scope: Scope | null;
  readonly from: number;
  /** The way went on through other values: one that a branch puts in its place is none of its ends. */
  readonly isPast?: true;
  /** How the path in a parameter was made, where the caller shows it. */
  readonly form?: PathForm;
}

export type Relation =
  | 'same'
  | 'number'
  | 'parsed'
  | 'host'
  | 'path'
  | 'relative'
  | 'base'
  | 'elements'
  | 'name'
  | 'part';

const MAX_DEPTH = 8;

const WRAPPERS =
  /^(?:parenthesized_expression|await_expression|await|as_expression|satisfies_expression|non_null_expression|argument|expression_list|cast_expression|return_statement|return|parenthesized_statements|postfix_unary_expression|checked_expression|conversion_expression|type_conversion_expression|condition_clause|pattern|spread_element|reference_expression|pointer_expression|arrow_expression_clause|case_pattern|constant_pattern|parenthesized_pattern)$/u;

/** The expression inside of brackets, casts and `await`. */
export function unwrap(node: SgNode): SgNode {
  let current = node;
  for (let depth = 0; depth < MAX_DEPTH && WRAPPERS.test(String(current.kind())); depth += 1) {
    const inner = current.namedChildren().filter((child) => !/comment|type|modifier/u.test(String(child.kind())));
    const only =
      current.field('value') ??
      (inner.length === 1 || /^as_|^satis/u.test(String(current.kind())) ? inner[0] : undefined);
    if (!only) return current;
    current = only;
  }
  return current;
}

/** Spaces, kinds of quotes and optional chaining make no difference. */
export const plainText = (text: string): string =>
  text.replace(/\s+/gu, '').replaceAll('"', "'").replaceAll('?.', '.').replaceAll('&.', '.');

/** The last value that a name was given before a place; null where it is not known. */
export function definitionOf(node: SgNode, facts: FileFacts): Assignment | null {
  if (!facts.grammar.names.includes(String(node.kind()))) return null;
  const [name, offset] = [node.text(), node.range().start.index];
  const inner = facts.scopeAt(offset);
  const scope = findScope(inner, name);
  const known = scope?.assignments.get(name) ?? outcomesOf(inner, name);
  const given = known.filter(({ part, from }) => part === null && (inner !== scope || from <= offset));
  return given.at(-1) ?? (inner === scope ? null : (known.findLast(({ part }) => part === null) ?? null));
}

export function outcomesOf(from: Scope, name: string): readonly Assignment[] {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const found = scope.outcomes.get(name);
    if (found) return found;
  }
  return [];
}

export function isTracked(node: SgNode, { text, scope }: Tracked, facts: FileFacts): boolean {
  const written = node.text();
  if (written.length > text.length * 2 + 20 || plainText(written) !== plainText(text)) return false;
  if (!facts.grammar.names.includes(String(node.kind())) || scope === null) return true;
  return findScope(facts.scopeAt(node.range().start.index), written) === scope;
}

const SAME_METHOD =
  /^(?:toLowerCase|toUpperCase|toLocaleLowerCase|toLocaleUpperCase|trim|trimStart|trimEnd|toString|valueOf|strip|lower|upper|casefold|to_s|to_str|downcase|upcase|capitalize|chomp|ToLower|ToUpper|ToLowerInvariant|ToUpperInvariant|Trim|ToString|String|normalize|strip!|downcase!|to_sym|intern|presence|getOrElse|orElse|get|first|decode|unwrap|unwrap_or_default|unwrap_or|expect|as_str|as_ref|as_deref|to_string|to_owned|to_lowercase|to_uppercase|to_ascii_lowercase|to_ascii_uppercase|clone|cloned|into|into_inner|into_owned|as_bytes|as_path|to_path_buf|map_err|ok|ok_or|ok_or_else|as_os_str|to_string_lossy|to_str|lowercase|uppercase|orEmpty|ToArray|toList|stripLeading|stripTrailing|title)$/u;
const SAME_CALL =
  /^(?:String|str|strval|string|trim|strtolower|strtoupper|mb_strtolower|mb_strtoupper|ucfirst|strings\.(?:ToLower|ToUpper|TrimSpace|Trim)|String\.valueOf|Objects\.(?:toString|requireNonNull)|Boolean|unicode|text_type|StringUtils\.(?:trim|lowerCase|upperCase|strip|defaultString)|html\.unescape|(?:urllib\.parse\.|parse\.|URI\.)?(?:urljoin|url_join)|\[\]byte|\[\]rune|Convert\.ToString)$/u;
const NUMBER_CALL =
  /^(?:Number|BigInt|int|float|long|Decimal|decimal\.Decimal|complex|Integer|Float|Rational|BigDecimal|UUID|uuid\.UUID|ObjectId|(?:Integer|Long|Short|Byte|Double|Float)\.(?:parse\w+|valueOf|decode)|new(?:BigInteger|BigDecimal)|UUID\.fromString|(?:int|long|short|byte|uint|ulong|double|float|decimal|Int32|Int64|Guid|DateTime|DateOnly)\.Parse(?:Exact)?|Convert\.To(?:Int\d+|Double|Decimal|UInt\d+)|strconv\.(?:Atoi|Parse(?:Int|Uint|Float|Bool))|uuid\.(?:Parse|FromString|MustParse)|(?:datetime\.)?date(?:time)?\.(?:fromisoformat|strptime)|(?:ipaddress\.)?(?:ip_address|IPv4Address|IPv6Address)|netip\.ParseAddr|net\.ParseIP|LocalDate\.parse|Instant\.parse|time\.Parse|Date\.(?:parse|iso8601|strptime)|ObjectID|primitive\.ObjectIDFromHex|InetAddress\.getByAddress)$/u;
const PARSE_CALL =
  /^(?:URL|Url|Uri|URI|url\.(?:parse|Parse|ParseRequestURI)|urlparse|urlsplit|(?:urllib\.parse|parse|urlparse)\.(?:urlparse|urlsplit)|URI\.(?:create|parse)|URI|Addressable::URI\.parse|parse_url|java\.net\.(?:URL|URI)|httpx\.URL|yarl\.URL|Uri\.parse|HttpUrl\.parse|UriComponentsBuilder\.fromUriString|make_url|URI::parse|System\.Uri)$/u;
const HOST_KEY =
  /^(?:hostname|host|netloc|origin|Host|Hostname|Authority|DnsSafeHost|authority|getHost|getAuthority|IdnHost)$/u;
const RESOLVE_CALL =
  /^(?:(?:path|Path|nodePath|posix|fsPath)\.(?:posix\.|win32\.)?(?:resolve|normalize)|(?:fs|fsp|fs\.promises|promises)\.realpath(?:Sync(?:\.native)?)?|realpath(?:Sync)?|resolve|normalize|(?:os\.)?path\.(?:abspath|realpath|normpath)|abspath|normpath|filepath\.(?:Clean|Abs|EvalSymlinks|Join)|path\.(?:Clean|Join)|(?:\w+\.)*Path\.GetFullPath|File\.(?:expand_path|realpath|absolute_path|realdirpath)|FilenameUtils\.normalize|FileInfo|securejoin\.SecureJoin|(?:std::)?fs::canonicalize)$/u;
const JAVASCRIPT_JOIN = /^(?:path|nodePath|posix)\.(?:posix\.|win32\.)?join$/u;
const JOIN_CALL =
  /^(?:(?:os\.)?path\.join|join|(?:\w+\.)*Path\.(?:Combine|Join)|File\.join|File|java\.io\.File|Paths\.get|Path\.of|Path|Path::new|PathBuf::from|pathlib\.(?:Pure)?Path|Pathname|Pathname\.new|Rails\.root\.join|path|sprintf|fmt\.Sprintf|String\.format|format|new\w*)$/u;
const RESOLVE_METHOD =
  /^(?:normalize|toRealPath|getCanonicalPath|getCanonicalFile|resolve|realpath|cleanpath|expand_path|FullName|real_path|canonicalize|canonicalPath|canonicalFile)$/u;
const PATH_METHOD =
  /^(?:toAbsolutePath|getAbsolutePath|getAbsoluteFile|toFile|toPath|getPath|absolute|as_posix|joinpath|resolve|join|resolveSibling|toString|to_s|replace|parent|getParent|expanduser)$/u;
const RELATIVE_CALL =
  /^(?:path\.(?:posix\.)?relative|relative|filepath\.Rel|(?:os\.)?path\.relpath|relpath|(?:\w+\.)*Path\.GetRelativePath)$/u;
const BASE_CALL =
  /^(?:path\.(?:posix\.|win32\.)?basename|basename|(?:os\.)?path\.basename|filepath\.Base|path\.Base|File\.basename|(?:\w+\.)*Path\.GetFileName|FilenameUtils\.getName|secure_filename)$/u;
const ELEMENTS_CALL =
  /^(?:set|list|tuple|Set|Array\.from|Object\.(?:keys|values)|sorted|frozenset|array_keys|array_values|explode|strings\.(?:Split|Fields)|str_split|Arrays\.(?:asList|stream)|HashSet|array_unique)$/u;
const ELEMENTS_METHOD =
  /^(?:split|keys|values|items|entries|stream|toCharArray|chars|each_char|bytes|to_a|Split|ToCharArray|AsEnumerable|ToList|Select|map|filter|uniq|sort|Distinct|codePoints|parallelStream|slice|copy)$/u;

/** How the expression is made of the value, null where it is not or where that says nothing. */
export function relate(node: SgNode, tracked: Tracked, facts: FileFacts, depth = 0): Relation | null {
  if (depth > MAX_DEPTH) return null;
  const inner = unwrap(node);
  if (isTracked(inner, tracked, facts)) return 'same';
  const { grammar } = facts;
  const kind = String(inner.kind());
  if (grammar.names.includes(kind)) return relateName(inner, tracked, facts, depth);
  const call = describeCall(inner, grammar);
  if (call) return relateCall(call, tracked, facts, depth);
  const object = memberObject(inner, grammar);
  if (object) return relateMember(relate(object, tracked, facts, depth + 1), memberKey(inner));
  if (/^(?:named_expression|assignment_expression|assignment)$/u.test(kind)) {
    const value = inner.field('value') ?? inner.field('right');
    return value && relate(value, tracked, facts, depth + 1);
  }
  return relateParts(inner, kind, tracked, { facts, depth });
}

function relateName(node: SgNode, tracked: Tracked, facts: FileFacts, depth: number): Relation | null {
  const given = definitionOf(node, facts);
  if (!given || given.augments || given.from < tracked.from) return null;
  const whole = relate(given.value, tracked, facts, depth + 1);
  if (whole !== null && /^(?:for|range_clause|enhanced_for)/u.test(String(given.statement.kind()))) return 'part';
  return given.key === null ? whole : relateMember(whole, given.key);
}

function relateMember(whole: Relation | null, key: string | null): Relation | null {
  if (whole === null || key === null) return whole === null ? null : 'part';
  if (HOST_KEY.test(key) && (whole === 'parsed' || whole === 'same')) return 'host';
  if (whole === 'same' && /^(?:name|filename|full_name|fullName|Name|FullName|FileName|Key)$/u.test(key)) return 'name';
  if (whole === 'parsed') return /^(?:href|AbsoluteUri)$/u.test(key) ? 'same' : 'part';
  return whole === 'path' && RESOLVE_METHOD.test(key) ? 'path' : 'part';
}

/** `root + '/' + name`, a template with it, `name ?? ''`, `+name`. */
function relateParts(
  node: SgNode,
  kind: string,
  tracked: Tracked,
  { facts, depth }: { readonly facts: FileFacts; readonly depth: number },
): Relation | null {
  const operator = node.field('operator')?.text();
  if (/unary/u.test(kind)) {
    const operand = node.field('argument') ?? node.field('operand') ?? node.namedChildren()[0];
    return operator === '+' && operand && relate(operand, tracked, facts, depth + 1) === 'same' ? 'number' : null;
  }
  if (/^binary|boolean_operator/u.test(kind)) {
    const left = node.field('left');
    if (/^(?:\?\?|\|\||or|\?:)$/u.test(operator ?? node.children()[1]?.text() ?? ''))
      return left && relate(left, tracked, facts, depth + 1);
  } else if (!/template|interpolat|^string|encapsed/u.test(kind)) return null;
  const isMade = node.namedChildren().some((part) => relateInside(part, tracked, facts, depth) !== null);
  return isMade ? 'path' : null;
}

const relateInside = (part: SgNode, tracked: Tracked, facts: FileFacts, depth: number): Relation | null =>
  /substitution|interpolation/u.test(String(part.kind()))
    ? (part
        .namedChildren()
        .map((one) => relate(one, tracked, facts, depth + 1))
        .find((one) => one !== null) ?? null)
    : relate(part, tracked, facts, depth + 1);

function relateCall(call: CallSite, tracked: Tracked, facts: FileFacts, depth: number): Relation | null {
  const { callee, name, object } = call;
  const received = object && !isModule(object, facts) ? relate(object, tracked, facts, depth + 1) : null;
  if (received) return isPart(call) ? 'part' : relateMethod(received, name);
  const given = call.arguments
    .map((argument) => relate(argument, tracked, facts, depth + 1))
    .find((one) => one !== null);
  if (!given) return null;
  if (callee === 'parse_url') return relateParsedPart(call);
  const plain = callee.replace(/^new/u, '').replace(/<[^()]*>$/u, '');
  if (SAME_CALL.test(plain)) return given;
  const made = MADE_BY.find(([pattern]) => pattern.test(plain));
  if (made) return made[2].includes(given) ? made[1] : null;
  return JOIN_CALL.test(plain) || PATH_METHOD.test(name) ? 'path' : null;
}

/** `args.get("n")` is one of many values, `optional.get()` the only one; the name of a cookie says nothing of its value. */
const isPart = ({ name, object, arguments: given }: CallSite): boolean =>
  (name === 'get' && given.length > 0) || (name === 'getName' && /cookie/iu.test(object?.text() ?? ''));

const ANY_PART: readonly Relation[] = ['same', 'path', 'name', 'part', 'base', 'relative', 'parsed', 'host', 'number'];

/** What a function makes of the value, and of which forms of it. */
const MADE_BY: readonly (readonly [pattern: RegExp, made: Relation, of: readonly Relation[]])[] = [
  [NUMBER_CALL, 'number', ['same']],
  [PARSE_CALL, 'parsed', ['same', 'path']],
  [BASE_CALL, 'base', ANY_PART],
  [RELATIVE_CALL, 'relative', ANY_PART],
  [ELEMENTS_CALL, 'elements', ['same', 'elements']],
  [RESOLVE_CALL, 'path', ANY_PART],
  [JAVASCRIPT_JOIN, 'path', ANY_PART],
];

function relateParsedPart({ arguments: [, which] }: CallSite): Relation {
  if (!which) return 'parsed';
  return which.text() === 'PHP_URL_HOST' ? 'host' : 'part';
}

/** `path.join`, `strings.ToLower`: the object is a module, not a value. */
const isModule = (object: SgNode, { grammar, scopeAt }: FileFacts): boolean =>
  grammar.names.includes(String(object.kind())) &&
  /^(?:path|os|strings|filepath|url|fs|re|regexp|slices|validator|_)$/u.test(object.text()) &&
  findScope(scopeAt(object.range().start.index), object.text()) === null;

/** The folders of a relative path say of it what it says itself. */
const isFolders = (received: Relation, name: string): boolean => received === 'relative' && /^[sS]plit$/u.test(name);

function relateMethod(received: Relation, name: string): Relation | null {
  const isWhole = received === 'same';
  if (HOST_KEY.test(name) && (received === 'parsed' || isWhole)) return 'host';
  if ((isWhole || received === 'elements') && ELEMENTS_METHOD.test(name)) return 'elements';
  if (received === 'parsed' && /^(?:toString|toURL|toURI)$/u.test(name)) return 'same';
  if (isWhole && name === 'getName') return 'name';
  if (SAME_METHOD.test(name) || isFolders(received, name)) return received;
  return (isWhole || received === 'path') && IN_PATH.some((pattern) => pattern.test(name)) ? 'path' : null;
}

const IN_PATH: readonly RegExp[] = [PATH_METHOD, RESOLVE_METHOD];

export type PathForm = 'object' | 'text' | 'raw';

/** Whether a path is free of `..` by how it was made: an object that compares by folder, a text, or as it came. */
export function pathFormOf(node: SgNode, facts: FileFacts, depth = 0): PathForm {
  const inner = unwrap(node);
  if (depth > MAX_DEPTH) return 'raw';
  const given = definitionOf(inner, facts);
  if (given) return pathFormOf(given.value, facts, depth + 1);
  const call = describeCall(inner, facts.grammar);
  if (!call) return memberObject(inner, facts.grammar) && memberKey(inner) === 'FullName' ? 'text' : 'raw';
  return formOfCall(call, facts, depth);
}

function formOfCall(call: CallSite, facts: FileFacts, depth: number): PathForm {
  const plain = call.callee.replace(/^new/u, '');
  // Paths of Rust compare by folder.
  if (/^(?:std::)?fs::canonicalize$/u.test(plain)) return 'object';
  const [first] = call.arguments;
  if (first && /^(?:pathlib\.)?(?:Pure)?(?:Posix|Windows)?Path$/u.test(plain) && call.arguments.length === 1)
    return pathFormOf(first, facts, depth + 1) !== 'raw' ? 'object' : 'raw';
  if (RESOLVE_CALL.test(plain) || JAVASCRIPT_JOIN.test(plain)) return 'text';
  if (call.object && !isModule(call.object, facts)) return formOfMethod(call, call.object, facts, depth);
  return SAME_CALL.test(plain) && first ? pathFormOf(first, facts, depth + 1) : 'raw';
}

function formOfMethod(call: CallSite, object: SgNode, facts: FileFacts, depth: number): PathForm {
  const { name } = call;
  if (/^(?:getCanonicalPath|expand_path)$/u.test(name)) return 'text';
  if (/^(?:getCanonicalFile|normalize|toRealPath|cleanpath|realpath|canonicalize)$/u.test(name)) return 'object';
  if (name === 'resolve' && call.arguments.length === 0) return 'object';
  const form = pathFormOf(object, facts, depth + 1);
  if (form !== 'raw' && /^(?:toString|to_s|getPath|getAbsolutePath|as_posix|ToString)$/u.test(name)) return 'text';
  return /^(?:map_err|unwrap|expect|ok|clone|as_path|toAbsolutePath|toPath|toFile|getAbsoluteFile|absolute|trim|toLowerCase|strip)$/u.test(
    name,
  )
    ? form
    : 'raw';
}
