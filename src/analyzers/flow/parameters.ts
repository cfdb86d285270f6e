/** What a parameter that no call of the file fills is worth: input from outside, data of some caller, or nothing. */

import type { Taint } from '../ast-grep/rule-schema.ts';
import type { AnalysisState } from './analysis-state.ts';
import type { Parameter, Scope } from './scopes.ts';
import type { Trace } from './trace.ts';

/** Parameters that are handed in by the framework or the program itself, not by a caller with data. */
const PLUMBING =
  /^\$?(?:self|cls|this|ctx|context|req|res|request|response|next|db|dbh|pdo|mysqli|database|(?:db|my)?conn|connection|client|cursor|cur|session|log|logger|config|conf|options|opts|settings|app|tx|pool|w|r|err|error|e|cb|callback|done|args|kwargs|stmt|statement|driver|dataSource|queryRunner|manager|child|proc)$/iu;
/** Declared types that cannot hold an attack. */
const HARMLESS_TYPE =
  /\b(?:u?int(?:8|16|32|64|ptr)?|long|Long|Integer|short|Short|byte|number|bool|boolean|Boolean|float(?:32|64)?|double|Double|decimal|Date|DateTime|Instant|UUID|Guid|Time|Duration|size_t)\b(?!\s*\[|\[\])/u;

/** Declared to be a text, whatever its name: `next: str`. */
const TEXT_TYPE = /:\s*(?:Optional\[\s*)?str\b|:\s*string\b|\b[sS]tring\s+\w+$/u;

/** What a framework makes and hands in: `db: Session = Depends(open_session)`, `users: UsersDep`. */
const INJECTED = /\bDepends\(|:\s*\w+Dep\b|@(?:Context|Inject|Autowired|Suspended)\b/u;

/** Names of what a statement works on: no placeholder can stand for them, and callers write them down. */
const SCHEMA =
  /^\$?(?:\w+_)?(?:tables?|tbl|columns?|cols|schemas?|keyspace)(?:_?names?)?$|[a-z](?:Table|Column|Schema|Keyspace)(?:Name)?s?$|^\$?(?:table|column|schema)Names?$/u;

export function judgeParameter(
  parameter: Parameter,
  scope: Scope,
  taint: Taint,
  ground: AnalysisState,
): Trace['kind'] | null {
  const { sources } = taint;
  const { entries } = ground.vocabulary;
  const isDeclared = entries?.test(parameter.text) === true;
  const isPlumbing = PLUMBING.test(parameter.name) && !TEXT_TYPE.test(parameter.text) && !isDeclared;
  if ([isPlumbing, HARMLESS_TYPE.test(parameter.text), INJECTED.test(parameter.text)].includes(true)) return null;
  const isEntry = isDeclared || entries?.test(scope.preamble) === true;
  if (isEntry && sources.includes('http')) return 'source';
  if (SCHEMA.test(parameter.name)) return null;
  if (sources.includes('parameter') || sources.includes('value')) return 'parameter';
  return sources.includes('exported') && isExported(scope, ground) ? 'parameter' : null;
}

/** Whether other files can call the function: it or its class is named by an export. */
function isExported(scope: Scope, { exported }: AnalysisState): boolean {
  if (exported === null) return true;
  const home = scope.parent?.kind === 'class' ? scope.parent.name : null;
  return [scope.name, home].some((name) => name !== null && (name === 'exports' || exported.has(name)));
}
