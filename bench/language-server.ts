/**
 * `lsp` as an editor uses it: 1,000 edits in a file of 2,000 lines, one after the other, each awaited and compared with what the text
 * must show. Latency of a warm review, processor time of the server, and its memory at the beginning and at the end.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { testEnvironment } from '../test/e2e/run-cli.ts';
import { startClient } from '../test/support/language-client.ts';
import { type BenchResult, median } from './bench-result.ts';

const EDITS = 1000;
const LINES = 2000;
/** A review that is not slowed by other work waits this long for the next edit; see PAUSE_MS in src/lsp/serve-lsp.ts. */
const PAUSE_MS = 120;
const WARM = 100;

const BODY = Array.from({ length: LINES }, (_, at) =>
  at % 4 === 3 ? '' : `export const value${at} = (given) => given.map((each) => each.name + ${at});`,
);
const FOUND = '  debugger;';

/** Of the process and those that it has started. */
function residentMegabytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const own = Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  return own + children.reduce((sum, child) => sum + residentMegabytes(Number(child)), 0);
}

/** Adds a finding, or takes away the one that is there; spread over the file, the same in every run. */
function editLines(lines: string[], at: number): TextDocumentContentChangeEvent {
  const line = (at * 7919) % lines.length;
  const isGone = lines[line] === FOUND;
  lines.splice(line, isGone ? 1 : 0, ...(isGone ? [] : [FOUND]));
  const range = { start: { line, character: 0 }, end: { line: isGone ? line + 1 : line, character: 0 } };
  return { range, text: isGone ? '' : `${FOUND}\n` };
}

export async function benchLanguageServer(edits = EDITS): Promise<readonly BenchResult[]> {
  const root = mkdtempSync(join(tmpdir(), 'cr-lsp-'));
  writeFileSync(join(root, 'app.js'), BODY.join('\n'));
  const env = testEnvironment();
  await using client = await startClient({ root, env });
  await client.open('app.js', BODY.join('\n'), 'javascript');
  const lines = [...BODY];
  const waits: number[] = [];
  const memory: number[] = [];
  let wrong = 0;
  for (let at = 0; at < edits; at += 1) {
    const edit = editLines(lines, at);
    const began = performance.now();
    const version = client.change('app.js', edit);
    const found = await client.diagnosticsOf('app.js', version);
    waits.push(performance.now() - began);
    const shown = found.flatMap(({ code, range: { start } }) => (code === 'js-debugging-left-in' ? [start.line] : []));
    const wanted = lines.flatMap((each, place) => (each === FOUND ? [place] : []));
    if (shown.toSorted((a, b) => a - b).join() !== wanted.join()) wrong += 1;
    if (at % WARM === WARM - 1) memory.push(residentMegabytes(client.process.pid ?? 0));
  }
  await client.leave();
  rmSync(root, { recursive: true, force: true });
  const warm = waits.slice(WARM).toSorted((a, b) => a - b);
  const latency = median(warm) - PAUSE_MS;
  const [first = 0] = memory;
  const last = memory.at(-1) ?? 0;
  return [
    {
      name: 'lsp: edit to diagnostics, warm, without the pause',
      rounds: warm.length,
      unit: 'ms',
      ours: latency,
      peer: 200,
      peerName: 'bar',
      ratio: latency / 200,
      note: `95 % within ${((warm[Math.floor(warm.length * 0.95)] ?? 0) - PAUSE_MS).toFixed(0)} ms; ${wrong} of ${edits} edits with lost or stale diagnostics`,
    },
    {
      name: 'lsp: memory after all edits',
      rounds: edits,
      unit: 'MB',
      ours: last,
      peer: first,
      peerName: `after ${WARM} edits`,
      ratio: last / first,
      note: `every ${WARM} edits: ${memory.map((each) => each.toFixed(0)).join(', ')}`,
    },
  ];
}
