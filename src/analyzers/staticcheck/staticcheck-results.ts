/**
 * Parses the output of `staticcheck -f json`, one JSON object per line, into tool hits; `compile` entries become faults. Never throws.
 * Called by staticcheck.ts.
 */
import { asFields, asText, type JsonObject, readJson } from '../../protocol/text/json-object.ts';
import { asLine, makeHit, sortHits, type ToolFault, type ToolHit, type ToolOutput } from '../external/tool-hits.ts';

/** Codes of the tool itself: about its own directives and its own failures, not about the code. */
const OWN_CODES = new Set(['staticcheck', 'config']);

export function parseStaticcheckResults(text: string): ToolOutput {
  const read: (ToolHit | null)[] = [];
  const faults: ToolFault[] = [];
  for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
    const entry = asFields(readJson(line));
    const code = asText(entry.code);
    if (code === 'compile') faults.push(readFault(entry));
    else if (!OWN_CODES.has(code)) read.push(readProblem(code, entry));
  }
  const sorted = sortHits(read);
  if (sorted.hits.length === 0 && faults.length === 0 && sorted.malformed > 0)
    return { kind: 'unusable', reason: 'no line is a problem in JSON' };
  return { kind: 'parsed', ...sorted, faults };
}

/** A package that does not compile may be told without a location; then its message holds `file:line:column: reason`. */
function readFault(entry: JsonObject): ToolFault {
  const message = asText(entry.message);
  const [, named, reason] = /^(.+?\.go):\d+(?::\d+)?: (.+)$/mu.exec(message.slice(0, 2000)) ?? [];
  return {
    path: asText(asFields(entry.location).file) || (named ?? null),
    reason: (reason ?? message) || 'does not compile',
  };
}

function readProblem(code: string, entry: JsonObject): ToolHit | null {
  const location = asFields(entry.location);
  return makeHit({
    rule: code,
    path: asText(location.file),
    line: asLine(location.line),
    endLine: asLine(asFields(entry.end).line),
    message: asText(entry.message),
    level: asText(entry.severity),
    references: [`https://staticcheck.dev/docs/checks/#${code}`],
  });
}
