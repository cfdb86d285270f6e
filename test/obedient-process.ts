/** A process for the tests of the analyzer pool: its one analyzer does what the text of a file says. */
import type { Analyzer, AnalyzerFinding, SourceFile } from '../src/ports/analyzer.ts';
import { claimFinding } from '../src/protocol/findings/finding.ts';
import { serveParent } from '../src/wiring/serve-parent.ts';

const obey = async ({ path, text }: SourceFile, base: string | null, signal: AbortSignal): Promise<AnalyzerFinding> => {
  const [order = '', wait = '0'] = text.split(' ');
  if (order === 'throw') setImmediate(() => Promise.reject(new Error(`${path} is poison`)));
  if (order === 'throw') await new Promise(() => undefined);
  if (order === 'exit') process.exit(3);
  if (order === 'spin') for (;;);
  const kept: Buffer[] = [];
  for (; order === 'grow' && kept.length < 90; ) kept.push(Buffer.alloc(10_000_000, 1));
  // Stops for good, without the processor.
  if (order === 'hang' || kept.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (order === 'patience' && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await new Promise((resolve) => setTimeout(resolve, Number(wait) || 0));
  const claim = claimFinding({ severity: 'LOW', title: order, issue: `base ${base}` });
  return { ...claim, reviewer: 'security-reviewer', file: path, line: 1, endLine: 1, rule: 'obeyed' };
};

const analyzer: Analyzer = {
  name: 'obedient',
  version: null,
  reviewers: ['security-reviewer'],
  accepts: () => true,
  async scan(files, snapshot, signal, begin) {
    const findings: AnalyzerFinding[] = [];
    for (const file of files) {
      begin?.(file.path);
      findings.push(await obey(file, await snapshot.readBase(file.path), signal));
    }
    return signal.aborted
      ? { status: 'partial', reason: 'aborted', findings: [], unfinished: files.map(({ path }) => path) }
      : { status: 'completed', reason: null, findings, unfinished: [] };
  },
};

await serveParent(() => [analyzer]);
