/**
 * Parses the list of comments that ShellCheck returns for one script, from the library or from `shellcheck -f json`, into tool hits.
 * Never throws. Called by shellcheck.ts.
 */
import { asFields, asText } from '../../protocol/text/json-object.ts';
import { asLine, makeHit, sortHits, type ToolHit, type ToolOutput } from '../external/tool-hits.ts';

export function parseShellcheckResults(path: string, results: unknown): ToolOutput {
  if (!Array.isArray(results)) return { kind: 'unusable', reason: 'no list of comments' };
  return { kind: 'parsed', ...sortHits(results.map((entry) => readComment(path, entry))), faults: [] };
}

function readComment(path: string, entry: unknown): ToolHit | null {
  const comment = asFields(entry);
  const code = asLine(comment.code);
  return makeHit({
    rule: code === null ? '' : `SC${code}`,
    path,
    line: asLine(comment.line),
    endLine: asLine(comment.endLine),
    message: asText(comment.message),
    level: asText(comment.severity) || asText(comment.level),
    references: code === null ? [] : [`https://www.shellcheck.net/wiki/SC${code}`],
  });
}
