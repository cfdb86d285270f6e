/**
 * What every declared analyzer has to keep, whether it is a library, a module of WebAssembly or a program of somebody else. Run
 * it with the declaration and a small project in which it finds something.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnalyzerDeclaration, type AnalyzerHost, BARE_HOST } from '../../src/analyzers/declaration.ts';
import { openAnalyzer } from '../../src/analyzers/open-analyzer.ts';
import type { Analyzer, AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../src/ports/analyzer.ts';
import { isSeverity } from '../../src/protocol/findings/severity.ts';
import { LANGUAGES } from '../../src/protocol/source/language.ts';
import { createMemoryRepository } from '../../src/testing/memory-repository.ts';
import { RULES } from './temporary-repository.ts';

export interface AnalyzerSample {
  /** What it needs of its host. */
  readonly host?: Partial<AnalyzerHost>;
  /** By path; what the analyzer does not accept lies beside it in the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** `path:line rule` of every finding, sorted by file, line and rule. */
  readonly finds: readonly string[];
}

const RUNNING = new AbortController().signal;

async function openProject(files: Readonly<Record<string, string>>) {
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file') sources.push({ ...entry, text: files[entry.path] ?? '' });
  return { snapshot, sources };
}

const acceptedBy = (analyzer: Analyzer, sources: readonly SourceFile[]): readonly SourceFile[] =>
  sources.filter(({ path, language }) => analyzer.reviewers.some((name) => analyzer.accepts(path, language, name)));

const listFindings = ({ findings }: AnalyzerOutcome): readonly string[] =>
  findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);

function checkFinding(finding: AnalyzerFinding, analyzer: Analyzer, text: string): void {
  const cited = text.split('\n').slice(finding.line - 1, finding.endLine);
  const quoted = finding.evidence?.split('\n') ?? [];
  if (finding.extra.redacted !== true) expect(cited.slice(0, quoted.length)).toEqual(quoted);
  expect(analyzer.reviewers).toContain(finding.reviewer);
  expect(isSeverity(finding.severity)).toBe(true);
  for (const said of [finding.title, finding.issue, finding.recommendation, finding.category])
    expect(said?.trim()).toBeTruthy();
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

export function describeAnalyzer(
  declaration: AnalyzerDeclaration,
  sample: AnalyzerSample,
  name = declaration.name,
): void {
  describe(`${name} keeps the contract of Analyzer`, () => {
    const create = () => openAnalyzer(declaration, { ...BARE_HOST, ...sample.host });
    const scan = async (signal = RUNNING, files = sample.files) => {
      const analyzer = create();
      const { snapshot, sources } = await openProject(files);
      const given = acceptedBy(analyzer, sources);
      return { analyzer, given, outcome: await analyzer.scan(given, snapshot, signal) };
    };

    // A scan may start a program of somebody else: two serve all tests.
    const whole = once(() => scan());
    /** Again, and once more stopped at once, with a folder for temporary files that nobody else has. */
    const watched = once(async () => {
      const before = process.env.TMPDIR;
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-test-'));
      process.env.TMPDIR = folder;
      try {
        const { outcome } = await scan();
        await scan(AbortSignal.timeout(30));
        return { outcome, left: readdirSync(folder) };
      } finally {
        if (before === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = before;
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('finds what it knows, with evidence copied from the lines it names', async () => {
      const { analyzer, outcome } = await whole();
      expect({ name: analyzer.name, reviewers: analyzer.reviewers }).toEqual({
        name: declaration.name,
        reviewers: Object.keys(declaration.reviewers),
      });
      // What is left to an analyzer that joins files is checked there.
      const { flows: _flows, open: _open, ...said } = outcome;
      expect({ ...said, findings: listFindings(outcome) }).toEqual({
        status: 'completed',
        reason: null,
        findings: sample.finds,
        unfinished: [],
      });
      expect(analyzer.version).toMatch(/^\d+\.\d/u);
      for (const finding of outcome.findings) checkFinding(finding, analyzer, sample.files[finding.file] ?? '');
    });

    test('says the same twice', async () => {
      const { outcome } = await watched();
      expect(JSON.stringify(outcome)).toBe(JSON.stringify((await whole()).outcome));
    });

    test('accepts for its own reviewers only', async () => {
      const analyzer = create();
      const { sources } = await openProject(sample.files);
      expect(acceptedBy(analyzer, sources).length).toBeGreaterThan(0);
      expect(sources.some(({ path, language }) => analyzer.accepts(path, language, 'nobody'))).toBe(false);
    });

    test('accepts every language it declares', async () => {
      const analyzer = create();
      const missed = Object.entries(declaration.reviewers).flatMap(([reviewer, languages]) =>
        LANGUAGES.filter(({ name, kind }) => (languages === 'every' ? kind === 'source' : languages.includes(name)))
          .filter(({ name, extensions }) => !analyzer.accepts(`src/a.${extensions[0] ?? 'x'}`, name, reviewer))
          .map((language) => `${reviewer} ${language.name}`),
      );
      expect(missed).toEqual([]);
    });

    test('nothing to look at is completed', async () => {
      const analyzer = create();
      const { snapshot } = await openProject(sample.files);
      expect(await analyzer.scan([], snapshot, RUNNING)).toEqual({
        status: 'completed',
        reason: null,
        findings: [],
        unfinished: [],
      });
    });

    test('stopped before it began, it finds nothing and claims nothing', async () => {
      const { outcome, given } = await scan(AbortSignal.abort());
      expect(outcome.findings).toEqual([]);
      expect(['failed', 'partial']).toContain(outcome.status);
      expect([...outcome.unfinished].sort()).toEqual(given.map(({ path }) => path).sort());
    });

    test('leaves nothing behind', async () => {
      expect((await watched()).left).toEqual([]);
    });
  });
}
