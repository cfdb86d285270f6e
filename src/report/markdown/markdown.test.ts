import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildReportPage } from '../../../test/support/report-page.ts';
import { buildFinding, buildReport, sampleReports } from '../../../test/support/sample-reports.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { escapeProse, escapeStart, toCode, toFence, toReference, toTable } from './markdown-text.ts';
import { renderMarkdown } from './render.ts';

const formatMarkdown = (report: ReportDocument): string => renderMarkdown(buildReportPage(report));

test('partial warning, notes, coverage per agent and follow-up are in the report [REPORT-05, SYNTH-07, SUCCESS-02]', () => {
  const text = formatMarkdown(sampleReports.partial);
  expect(text).toContain('# ═══ Consensus Review: src cmd README.md ═══\n\n**WARN** · **incomplete**');
  expect(text).toContain(
    '> ⚠️ Partial results: 2 agents hit budget limits\n>\n> - security-reviewer: reviewed 8/12 files\n',
  );
  expect(text).toContain('| `security-reviewer` | WARN | 0 | 1 | 0 | 0 | 67% ⚠️ | 8/12 files');
  expect(text).toContain(
    '```text\n→ Consider: /consensus-review src/auth/cache.go src/auth/middleware.go src/auth/types.go src/auth/worker.go\nconsensus-review review src/auth/cache.go',
  );
});

test('the matrix has Y, SKIP and - cells, and UNCOVERED for a file that nobody reviewed', () => {
  const partial = formatMarkdown(sampleReports.partial);
  expect(partial).toContain('| `src/auth/types.go` | SKIP | Y | Y | SKIP | Y |  |');
  const hostile = formatMarkdown(sampleReports.hostile);
  expect(hostile).toMatch(/\| - \| - \| SKIP \| - \| - \| \*\*UNCOVERED\*\* \|/u);
});

test('what is not reviewed comes first in the matrix, and a cut says by how much', () => {
  const files = Array.from({ length: 300 }, (_, index) => ({
    path: `src/${index}.ts`,
    status: index === 299 ? ('skipped' as const) : ('reviewed' as const),
    depth: 'full' as const,
    reason: null,
    by: { 'security-reviewer': index === 299 ? ('skipped' as const) : ('reviewed' as const) },
  }));
  const report = { ...sampleReports.complete, coverage: { ...sampleReports.complete.coverage, files } };
  const text = formatMarkdown(report);
  expect(text).toContain('| `src/299.ts` | SKIP |');
  expect(text).toContain('… 100 more files');
});

test('beyond fifteen, problems are a line each; with all of them asked for, they are folded beyond twenty', () => {
  const findings = Array.from({ length: 25 }, (_, index) =>
    buildFinding({ id: `M-${index}`, severity: 'MEDIUM', title: `Problem ${index}` }),
  );
  const report = buildReport({ findings });
  const text = formatMarkdown(report);
  expect(text.match(/^### MEDIUM M-/gmu)).toHaveLength(15);
  expect(text).toContain('### 10 more problems');
  for (const { id, title } of findings) expect(text).toMatch(new RegExp(`${id}\\b.*${title}`, 'u'));
  const full = renderMarkdown(buildReportPage(report, true));
  expect(full.match(/^### MEDIUM M-/gmu)).toHaveLength(25);
  expect(full).toContain('<summary>5 more</summary>\n\n### MEDIUM M-20');
});

test('an audit tells which dimensions are not met', () => {
  expect(formatMarkdown(sampleReports.audit)).toContain('| D9 | Business logic | ❌ | not met |');
  expect(formatMarkdown(sampleReports.audit)).toContain('## Dimensions: 50% covered, not met');
});

describe('escaping', () => {
  test.each([
    ['<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
    ['a | b', 'a \\| b'],
    ['# no heading', '\\# no heading'],
    ['- no list', '\\- no list'],
    ['1. no list', '1\\. no list'],
    ['0.51.0', '0\\.51.0'],
    ['call `f(a*b)` now', 'call `f(a*b)` now'],
    ['open ` tick', 'open \\` tick'],
    ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
    ['hi @team', 'hi @\u200bteam'],
    ['push-image@main', 'push-image@main'],
    ['two\nlines', 'two lines'],
    ['&lt;', '\\&lt;'],
  ])('%j in prose is %j', (text, expected) => {
    expect(escapeStart(escapeProse(text))).toBe(expected);
  });

  test('code spans and fences are longer than what they hold', () => {
    expect(toCode('a`b')).toBe('``a`b``');
    expect(toCode('`')).toBe('`` ` ``');
    expect(toFence('```js\nx\n```')).toEqual(['````', '```js', 'x', '```', '````']);
    expect(toTable(['a'], 'l', [[toCode('x|y')]]).at(-1)).toBe('| `x\\|y` |');
  });

  test('only addresses of the web become links', () => {
    expect(toReference('https://example.com/a')).toBe('<https://example.com/a>');
    expect(toReference('javascript:alert(1)')).toBe('javascript:alert(1)');
    expect(toReference('https://example.com/><script>')).toBe('https://example.com/&gt;&lt;script&gt;');
  });

  test('no text of a finding opens a tag, a fence or a heading of its own', () => {
    const evil = fc
      .array(fc.constantFrom('<', '>', '`', '```', '#', '\n', '|', '</details>', '<script>', '@a', ' ', 'x', '~~~'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(evil, evil, evil, (title, issue, evidence) => {
        const findings = [buildFinding({ id: 'H-01', severity: 'HIGH', title, issue, evidence, file: title })];
        const lines = formatMarkdown(buildReport({ findings })).split('\n');
        const outside = dropFences(lines);
        expect(outside.filter((line) => line.startsWith('#'))).toHaveLength(3);
        expect(outside.map(dropCode).join('\n')).not.toMatch(/<(?!\/?(?:details|summary)>)/u);
        expect(outside.filter((line) => line === '</details>')).toHaveLength(1);
      }),
    );
  });
});

/** Lines outside fenced blocks, read as a renderer would: a fence ends with one at least as long. */
function dropFences(lines: readonly string[]): readonly string[] {
  let fence = '';
  return lines.filter((line) => {
    const run = /^(`{3,})(.*)$/u.exec(line);
    if (fence === '') {
      if (run && !run[2]?.includes('`')) fence = run[1] ?? '';
      return fence === '';
    }
    if (run && (run[1]?.length ?? 0) >= fence.length && run[2]?.trim() === '') fence = '';
    return false;
  });
}

/** A line without escapes and code spans, read from the left as a renderer does. */
function dropCode(line: string): string {
  const [token] = /^(?:\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|[^\\`]+|\\)/u.exec(line) ?? [''];
  if (token === '') return line;
  return (/^[\\`]/u.test(token) ? '' : token) + dropCode(line.slice(token.length));
}
