/**
 * Parses the JSON that `gosec -fmt json` prints into tool hits, and files that did not compile into faults. Never throws. Called by
 * gosec.ts.
 */
import { asFields, asList, asText, readJson } from '../../protocol/text/json-object.ts';
import { asCwe, asLine, makeHit, sortHits, type ToolHit, type ToolOutput } from '../external/tool-hits.ts';

export function parseGosecResults(text: string): ToolOutput {
  const document = asFields(readJson(text));
  const issues = document.Issues;
  if (!Array.isArray(issues) && issues !== null) return { kind: 'unusable', reason: 'no list of issues' };
  const errors = Object.entries(asFields(document['Golang errors']));
  // What fails for a whole package is told once more without a file.
  const named = errors.filter(([path]) => path !== '');
  const faults = (named.length > 0 ? named : errors).map(([path, said]) => ({
    path: path || null,
    reason: asText(asFields(asList(said)[0]).error) || 'not read',
  }));
  return { kind: 'parsed', ...sortHits(asList(issues).map(readIssue)), faults };
}

function readIssue(entry: unknown): ToolHit | null {
  const issue = asFields(entry);
  const [, end] = asText(issue.line).split('-');
  return makeHit({
    rule: asText(issue.rule_id),
    path: asText(issue.file),
    line: asLine(issue.line),
    endLine: asLine(end),
    message: asText(issue.details),
    level: asText(issue.severity),
    certainty: asText(issue.confidence),
    cwe: asCwe(asFields(issue.cwe).id),
  });
}
