/**
 * Parses the JSON that `bandit -f json` prints into tool hits (rule, place, severity, CWE) and files that bandit could not read. Never
 * throws. Called by bandit.ts.
 */
import { asFields, asList, asText, readJson } from '../../protocol/text/json-object.ts';
import { asCwe, asLine, makeHit, sortHits, type ToolHit, type ToolOutput } from '../external/tool-hits.ts';

export function parseBanditResults(text: string): ToolOutput {
  const { results, errors } = asFields(readJson(text));
  if (!Array.isArray(results)) return { kind: 'unusable', reason: 'no list of results' };
  const faults = asList(errors).map((error) => {
    const { filename, reason } = asFields(error);
    return { path: asText(filename) || null, reason: asText(reason) || 'not read' };
  });
  return { kind: 'parsed', ...sortHits(results.map(readIssue)), faults };
}

function readIssue(entry: unknown): ToolHit | null {
  const issue = asFields(entry);
  const name = asText(issue.test_name);
  const id = asText(issue.test_id);
  const range = asList(issue.line_range).map(asLine);
  return makeHit({
    rule: name === '' ? id : `${id}-${name.replaceAll('_', '-')}`,
    path: asText(issue.filename),
    line: asLine(issue.line_number),
    endLine: range.at(-1) ?? null,
    message: asText(issue.issue_text),
    level: asText(issue.issue_severity),
    certainty: asText(issue.issue_confidence),
    cwe: asCwe(asFields(issue.issue_cwe).id),
    references: [asText(issue.more_info)].filter((link) => link.startsWith('https://')),
  });
}
