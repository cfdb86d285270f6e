/**
 * Parses the output of `go vet -json` into tool hits and faults: one JSON object per package with `# package` lines between them;
 * packages that do not compile are `file:line:column: message` on standard error. Never throws. Called by go-vet.ts.
 */
import { asFields, asText, readJson } from '../../protocol/text/json-object.ts';
import { asLine, makeHit, sortHits, type ToolFault, type ToolHit, type ToolOutput } from '../external/tool-hits.ts';

export function parseGoVetResults(stdout: string, stderr: string): ToolOutput {
  const read: (ToolHit | null)[] = [];
  const faults = [...readFaults(stderr)];
  for (const text of splitDocuments(`${stdout}\n${stderr}`)) {
    const document = readJson(text);
    if (document === undefined) read.push(null);
    const found = Object.values(asFields(document)).flatMap((analyzers) => Object.entries(asFields(analyzers)));
    for (const [name, diagnostics] of found) {
      if (Array.isArray(diagnostics)) read.push(...diagnostics.map((entry) => readDiagnostic(name, entry)));
      else faults.push({ path: null, reason: asText(asFields(diagnostics).error) || 'not checked' });
    }
  }
  return { kind: 'parsed', ...sortHits(read), faults };
}

/** Objects begin with `{` and end with `}` at the start of a line; an empty one stands on a line of its own. */
function splitDocuments(text: string): readonly string[] {
  const documents: string[] = [];
  let open: string[] | null = null;
  for (const line of text.split('\n')) {
    if (open === null && line.startsWith('{')) open = [];
    open?.push(line);
    if (open !== null && (line.startsWith('}') || line === '{}')) {
      documents.push(open.join('\n'));
      open = null;
    }
  }
  if (open !== null) documents.push(open.join('\n'));
  return documents;
}

const PLACE = /^(?:vet: )?(.+?\.go):(\d+)(?::\d+)?: (.+)$/u;

const readFaults = (stderr: string): readonly ToolFault[] =>
  stderr.split('\n').flatMap((line) => {
    const [, path, , reason] = PLACE.exec(line.slice(0, 2000)) ?? [];
    return path === undefined || reason === undefined ? [] : [{ path, reason }];
  });

function readDiagnostic(name: string, entry: unknown): ToolHit | null {
  const { posn, end, message } = asFields(entry);
  const [, path, line] = /^(.+?):(\d+)(?::\d+)?$/u.exec(asText(posn)) ?? [];
  const [, endLine] = /:(\d+):\d+$/u.exec(asText(end)) ?? [];
  return makeHit({
    rule: name,
    path: path ?? '',
    line: asLine(line),
    endLine: asLine(endLine),
    message: asText(message),
    references: [`https://pkg.go.dev/golang.org/x/tools/go/analysis/passes/${name}`],
  });
}
