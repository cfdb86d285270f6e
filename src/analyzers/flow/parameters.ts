/**
 * Decides what walk.ts assumes of a parameter that no call in the file fills: input of a framework, data of some caller, or harmless
 * (null), by its type, its name, and the decorators and exports of its function.
 */

import type { SgNode } from '@ast-grep/napi';
import type { Taint } from '../ast-grep/rule-schema.ts';
import type { AnalysisState } from './analysis-state.ts';
import type { Parameter, Scope } from './scopes.ts';
import { isCalledUntrusted } from './source-kinds.ts';
import type { Beginning } from './trace.ts';

/** Parameters that are handed in by the framework or the program itself, not by a caller with data. */
const PLUMBING =
  /^\$?(?:self|cls|this|ctx|context|req|res|request|response|next|db|dbh|pdo|mysqli|database|(?:db|my)?conn|connection|client|cursor|cur|session|log|logger|config|conf|options|opts|settings|app|tx|pool|w|r|err|error|e|cb|callback|done|args|kwargs|stmt|statement|driver|dataSource|queryRunner|manager|child|proc)$/iu;
/** Of these the ones that hold data of the caller: a library does not know whose. */
const OPTIONS = /^(?:options|opts|config|conf|settings|args)$/iu;
/** Declared types that cannot hold an attack. */
const HARMLESS_TYPE =
  /\b(?:u?int(?:8|16|32|64|ptr)?|long|Long|Integer|short|Short|byte|number|bool|boolean|Boolean|float(?:32|64)?|double|Double|decimal|Date|DateTime|Instant|UUID|Guid|Time|Duration|size_t)\b(?!\s*\[|\[\])/u;

/** The same in Rust and Kotlin, where the type stands behind the name; bytes in a row are none. */
const HARMLESS_BEHIND =
  /:\s*&?(?:(?:\w+::)*(?:Path|Query|Json|Form|Option)<)*(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|(?:\w+::)*(?:Uuid|IpAddr|SocketAddr|NaiveDate|OffsetDateTime)|Int|Long|Short|Byte|Boolean|Double|Float|UInt|ULong|UUID|LocalDate|Instant)>*\??\s*(?:=.*)?$/u;

/** Declared to be a text, whatever its name: `next: str`. */
const TEXT_TYPE = /:\s*(?:Optional\[\s*)?str\b|:\s*&(?:'\w+ )?str\b|:\s*[sS]tring\b|\b[sS]tring\s+\w+$/u;

/** What a framework makes and hands in: `db: Session = Depends(open_session)`, `users: UsersDep`, `HttpServletResponse out`. */
const INJECTED =
  /:\s*&?(?:\w+::)*(?:Data|State|Extension)<|\bDepends\(|:\s*\w+Dep\b|@(?:Context|Inject|Autowired|Suspended)\b|\b(?:\w*(?:Servlet|Http)Response|ServletResponse|HttpSession|WebSession|Model(?:Map|AndView)?|RedirectAttributes|BindingResult|Errors|Principal|Authentication|SessionStatus|SecurityContext|UriComponentsBuilder|OutputStream|PrintWriter|Writer|Locale)\s+\w+$/u;

/** Names of what a statement works on: no placeholder can stand for them, and callers write them down. */
const SCHEMA =
  /^\$?(?:\w+_)?(?:tables?|tbl|columns?|cols|schemas?|keyspace)(?:_?names?)?$|[a-z](?:Table|Column|Schema|Keyspace)(?:Name)?s?$|^\$?(?:table|column|schema)Names?$/u;

/** The source set of parameters that other projects may fill; those of which the project itself says that they are untrusted. */
export const EXPORTED = 'exported';
export const UNTRUSTED = 'untrusted';

const MAX_DESCRIPTION = 3_000;

export function judgeParameter(
  parameter: Parameter,
  scope: Scope,
  taint: Taint,
  ground: AnalysisState,
): Beginning | null {
  const { sources } = taint;
  const { entries } = ground.vocabulary;
  const isDeclared = entries?.test(parameter.text) === true;
  const isPlumbing =
    PLUMBING.test(parameter.name) &&
    !(sources.includes(EXPORTED) && OPTIONS.test(parameter.name)) &&
    !TEXT_TYPE.test(parameter.text) &&
    !isDeclared;
  if (
    [
      isPlumbing,
      HARMLESS_TYPE.test(parameter.text),
      HARMLESS_BEHIND.test(parameter.text),
      INJECTED.test(parameter.text),
      // A statement put together from numbers is one that somebody will put texts into.
      taint.sink !== 'sql' && isConverted(parameter.name, scope.preamble),
    ].includes(true)
  )
    return null;
  const isEntry = isDeclared || entries?.test(scope.preamble) === true;
  if (isEntry && sources.includes('http')) return { kind: 'source', origin: 'http' };
  const called = Object.entries(ground.vocabulary.callers).find(([, pattern]) => pattern.test(scope.preamble))?.[0];
  if (called !== undefined && sources.includes(called)) return { kind: 'source', origin: called };
  if (SCHEMA.test(parameter.name)) return null;
  const origin = isExported(scope, ground) ? nameOrigin(parameter, scope) : null;
  if (sources.includes('parameter') || sources.includes('value')) return { kind: 'parameter', origin };
  return sources.includes(EXPORTED) && origin !== null ? { kind: 'parameter', origin } : null;
}

/** What the path of a route turns into a number or the like: `<int:id>` of Flask, `<id:int>` of Bottle and Sanic. */
function isConverted(name: string, route: string): boolean {
  if (!route.includes('<') || !/^\w+$/u.test(name)) return false;
  const parts = [...route.matchAll(new RegExp(String.raw`<(?:([\w().,= -]*):)?${name}(?::([^>]*))?>`, 'gu'))];
  return parts.length > 0 && parts.every(([, before, behind]) => CONVERTERS.test(before ?? behind ?? ''));
}

const CONVERTERS = /^(?:int|float|number|date|datetime|\w*uuid\w*)(?:\(|$)/iu;

const nameOrigin = ({ name }: Parameter, scope: Scope): string =>
  isCalledUntrusted(name, describeFunction(scope.node)) ? UNTRUSTED : EXPORTED;

/** Comments right before a function or the statement that declares it, and the text that its body begins with. */
function describeFunction(node: SgNode): string {
  const holders = [node, ...node.ancestors().slice(0, 3)];
  const before = holders.map((holder) => holder.prev()).find((each) => each?.kind().toString().includes('comment'));
  const first = node.field('body')?.namedChildren()[0];
  return [before?.text(), first?.is('expression_statement') ? first.text() : null]
    .map((text) => text?.slice(0, MAX_DESCRIPTION) ?? '')
    .join('\n');
}

/** Whether other files can call the function: it or its class is named by an export. */
function isExported(scope: Scope, { exported }: AnalysisState): boolean {
  if (exported === null) return scope.name?.startsWith('_') === false;
  const home = scope.parent?.kind === 'class' ? scope.parent.name : null;
  return [scope.name, home].some((name) => name !== null && (name === 'exports' || exported.has(name)));
}
