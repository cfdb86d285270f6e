import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PLANTED_PROBLEMS } from '../../../test/e2e/shop-expectations.ts';
import { scanProject } from '../../../test/scan-project.ts';
import type { Analyzer, AnalyzerFinding } from '../../ports/analyzer.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';
import { codeQuality } from '../code-quality/declaration.ts';
import { dependencies } from '../dependencies/declaration.ts';
import { documentation } from '../documentation/declaration.ts';
import { duplication } from '../duplication/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { userPersona } from '../user-persona/declaration.ts';

const root = join(import.meta.dirname, '../../../examples/shop');
const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const analyzers: readonly Analyzer[] = [
  openAnalyzer(codeQuality),
  openAnalyzer(duplication),
  openAnalyzer(dependencies),
  openAnalyzer(documentation),
  openAnalyzer(userPersona),
];

/** Planted for code-quality-reviewer, but found by rules on the syntax tree. */
const BY_SYNTAX = new Set(['swallowed-error', 'mutable-default']);

const nameOf = (reviewer: string, topic: string, file: string, line: number): string =>
  `${reviewer} ${topic} ${file}:${line}`;

describe('the sample project', () => {
  test('every planted problem stands where the list says', () => {
    const moved = PLANTED_PROBLEMS.filter(
      ({ file, line, text }) => !files[file]?.split('\n')[line - 1]?.includes(text),
    );
    expect(moved).toEqual([]);
  });

  test('the analyzers find exactly what was planted for them', async () => {
    const findings: AnalyzerFinding[] = [];
    for (const analyzer of analyzers) findings.push(...(await scanProject(analyzer, files)).findings);
    const reviewers = new Set(analyzers.flatMap((analyzer) => analyzer.reviewers));
    const planted = PLANTED_PROBLEMS.filter(({ reviewer, topic }) => reviewers.has(reviewer) && !BY_SYNTAX.has(topic));
    expect(findings.map(({ reviewer, rule, file, line }) => nameOf(reviewer, rule, file, line)).sort()).toEqual(
      planted.map(({ reviewer, topic, file, line }) => nameOf(reviewer, topic, file, line)).sort(),
    );
    const tooMild = planted.filter(({ file, line, topic, severity }) =>
      findings.some(
        (each) =>
          each.file === file &&
          each.line === line &&
          each.rule === topic &&
          compareSeverity(each.severity, severity) > 0,
      ),
    );
    expect(tooMild).toEqual([]);
  });

  test('evidence is word for word what stands at the lines', async () => {
    for (const analyzer of analyzers) {
      for (const { file, line, endLine, evidence } of (await scanProject(analyzer, files)).findings) {
        expect(
          files[file]
            ?.split('\n')
            .slice(line - 1, Math.min(endLine, line + 2))
            .join('\n'),
        ).toBe(evidence);
      }
    }
  });
});

describe('hostile files', () => {
  const size = 100_000;
  const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const names = ['a.ts', 'a.tsx', 'a.py', 'a.go', 'a.java', 'a.sh', 'a.php', 'a.html', 'a.md', 'package.json', 'b.lua'];
  const fillings = [
    '{',
    '((){',
    '(/[',
    '<<A\n',
    '[](',
    '<button>',
    '<label><input ',
    '/** @param a */ f(',
    'if (a) {\n',
    'throw new Error("error")\n',
    'def f(\n',
    '@a(',
  ];

  // Quadratic work takes minutes at this size; linear work well under a second.
  test.each(fillings)('endless %j is read in linear time', async (filling) => {
    const project = Object.fromEntries(names.map((name) => [name, fill(filling)]));
    const started = process.cpuUsage();
    for (const analyzer of analyzers) expect((await scanProject(analyzer, project)).unfinished).toEqual([]);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
  });
});
