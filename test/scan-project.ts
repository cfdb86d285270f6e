/** Runs one analyzer over files in memory, as the embedded driver would. */
import type { Analyzer, AnalyzerOutcome, SourceFile } from '../src/ports/analyzer.ts';
import { createMemoryRepository, type MemoryFile } from '../src/testing/memory-repository.ts';

export async function scanProject(
  analyzer: Analyzer,
  files: Readonly<Record<string, MemoryFile>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<AnalyzerOutcome> {
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 10_000_000 };
  const snapshot = await createMemoryRepository(files).open({ kind: 'auto' }, rules);
  const given: SourceFile[] = [];
  for await (const entry of snapshot.entries()) {
    const read = await snapshot.read(entry.path);
    if (entry.kind === 'file' && read.kind === 'text') given.push({ ...entry, text: read.text });
  }
  return analyzer.scan(given, snapshot, signal);
}

/** Findings as `rule file:line`, the short form in which tables compare them. */
export const placesOf = ({ findings }: AnalyzerOutcome): readonly string[] =>
  findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
