import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { buildReportPage } from '../../../test/support/report-page.ts';
import { buildAgent, buildFinding, buildReport, sampleReports } from '../../../test/support/sample-reports.ts';
import { times } from '../../../test/tier.ts';
import { parseFollowUp } from '../../protocol/coverage/follow-up.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { measureWidth } from '../plain-text.ts';
import { formatSummary } from '../summary.ts';
import { renderTerminal } from './render.ts';

const render = (report: ReportDocument, said: { color?: boolean; width?: number; verbose?: boolean } = {}): string =>
  renderTerminal(buildReportPage(report, said.verbose), { color: false, width: 80, verbose: false, ...said });

const formatMarkdown = (report: ReportDocument): string => renderMarkdown(buildReportPage(report));

const lineWith = (text: string, part: string): string => text.split('\n').find((line) => line.includes(part)) ?? '';

test('verdict, partial warning, notes, agents, findings, files not reviewed and follow-up stand in this order [REPORT-05, SUCCESS-02]', () => {
  const text = render(sampleReports.partial);
  const parts = [
    '═══ Consensus Review: src cmd README.md ═══',
    'WARN · incomplete',
    '⚠️ Partial results: 2 agents hit budget limits',
    'security-reviewer: reviewed 8/12 files',
    'Reviewers\n',
    '67% ⚠️',
    'Total ',
    'HIGH H-01: SQL built from user input',
    'M-01',
    'L-01',
    'Not reviewed (5)',
    'src/auth/cache.go',
    '→ consensus-review review src/auth/cache.go src/auth/middleware.go src/auth/types.go src/auth/worker.go',
  ];
  const places = parts.map((part, index) => text.indexOf(part, index === 0 ? 0 : text.indexOf(parts[index - 1] ?? '')));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBe(0);
});

test('the follow-up is a command for this shell alone, on one line, with the same files [HOST-13, SUCCESS-02]', () => {
  const text = render(sampleReports.partial, { width: 40 });
  const command = lineWith(text, 'consensus-review review ');
  expect(command).toBe(
    '→ consensus-review review src/auth/cache.go src/auth/middleware.go src/auth/types.go src/auth/worker.go',
  );
  expect(parseFollowUp(command)).toEqual(parseFollowUp(sampleReports.partial.suggestions[0] ?? ''));
  const quoted = lineWith(render(sampleReports.hostile), 'consensus-review review ');
  expect(parseFollowUp(quoted).paths).toEqual(['a b.ts', 'c\u001b.ts']);
});

test('coverage is shown per agent over all waves, marked where something is missing [SYNTH-07, REPORT-05, REV-10]', () => {
  const partial = render(sampleReports.partial, { width: 120 });
  expect(partial).toContain(
    '  security-reviewer       WARN     0  1  0  0  67% ⚠️\n    8/12 files, stopped by its budget, 3 medium and 5 low not reported\n',
  );
  expect(partial).toContain(
    '  documentation-reviewer  OK       0  0  0  1  83% ⚠️\n    10/12 files, stopped by its budget\n',
  );
  expect(lineWith(partial, '  vulnerability-reviewer ')).toMatch(/ 100%$/u);
  const veto = render(sampleReports.veto);
  expect(veto.match(/^ {2}security-reviewer .*$/gmu)).toEqual([
    '  security-reviewer       VETO     1  0  0  0  100%      2 waves',
  ]);
});

test('never 100 % while something is missing [SYNTH-07, REV-10]', () => {
  const files = Array.from({ length: 1000 }, (_, index) => ({
    path: `src/${index}.ts`,
    status: index === 0 ? ('skipped' as const) : ('reviewed' as const),
    depth: 'full' as const,
    reason: index === 0 ? 'timeout' : null,
    by: { 'security-reviewer': index === 0 ? ('skipped' as const) : ('reviewed' as const) },
  }));
  const report = buildReport({
    complete: false,
    agents: [buildAgent({ agent: 'security-reviewer', cutoff_reason: 'timeout', partial: true })],
    coverage: { ...buildReport().coverage, files },
  });
  expect(render(report)).toContain('99% ⚠️');
  expect(render(report)).not.toContain('100%');
  const owed = { ...sampleReports.complete.scope, ignored: [{ path: 'big.sql', reason: 'too-large' as const }] };
  const withBigFile = render({ ...sampleReports.complete, scope: owed, complete: false });
  expect(lineWith(withBigFile, '  Total')).toMatch(/\? ⚠️$/u);
  expect(withBigFile).toContain('too-large: UNCOVERED');
});

test('a clean, complete run is short and warns of nothing', () => {
  const text = render(sampleReports.complete);
  expect(text).toContain('OK · complete, checked by rules · no findings');
  expect(text).toContain('Left out  1 binary, 2 vendored');
  expect(text).not.toMatch(/⚠️|Findings|Not reviewed|Consider/u);
  const { scope } = sampleReports.complete;
  const ignored = ['vendor/', 'jquery.js'].map((path) => ({ path, reason: 'vendored' as const }));
  expect(render({ ...sampleReports.complete, scope: { ...scope, ignored } })).toContain(
    'Left out  2 vendored (1 folder)',
  );
});

test('where nothing was reviewed there is no verdict, and nobody reads that nothing was found', () => {
  const agents = [
    buildAgent({
      agent: 'security-reviewer',
      status: 'failed',
      cutoff_reason: 'error',
      partial: true,
      files_reviewed: 0,
    }),
  ];
  const files = [
    {
      path: 'a.ts',
      status: 'skipped' as const,
      depth: 'full' as const,
      by: { 'security-reviewer': 'skipped' as const },
      reason: 'error',
    },
  ];
  const report = buildReport({ complete: false, agents, coverage: { ...buildReport().coverage, files } });
  expect(render(report)).toContain('NO VERDICT · incomplete · nothing was reviewed');
  expect(lineWith(render(report), '  security-reviewer')).toMatch(/security-reviewer +– /u);
  expect(render(report)).not.toContain('no findings');
  for (const format of [formatMarkdown, formatSummary]) {
    const text = format(report);
    expect(text).toContain('nothing was reviewed');
    expect(text).not.toMatch(/\*\*OK\*\*|no findings/u);
  }
  const half = {
    ...report,
    agents: agents.map((agent) => ({ ...agent, files_reviewed: 1 })),
    coverage: buildReport().coverage,
  };
  expect(render(half)).toContain('OK · incomplete · no findings in what was reviewed');
});

test('the bill says what is estimated, what was cached and what nobody knows the price of', () => {
  const usage = { ...buildReport().usage, calls: 3, input_tokens: 9000, output_tokens: 70, cost_usd: 0.5 };
  const bill = (fields: object): string => lineWith(render(buildReport({ usage: { ...usage, ...fields } })), 'Cost');
  expect(bill({})).toMatch(/3 calls, 9,000 tokens in, 70 out, \$0\.5000$/u);
  expect(bill({ cached_input_tokens: 8000 })).toContain('9,000 tokens in (8,000 cached)');
  expect(bill({ estimated_calls: 2 })).toMatch(/at most 9,000 tokens in, .* 2 calls without$/u);
  expect(bill({ unpriced_calls: 1 })).toContain('$0.5000 without 1 of unknown price');
  expect(bill({ unpriced_calls: 3 })).toMatch(/70 out, price unknown$/u);
});

test('findings of earlier lines and those set aside are told apart from what counts', () => {
  const change = render(sampleReports.change);
  expect(change).toContain('WARN · complete · 1 medium');
  expect(change).toContain('Older than this change, not counted (1)\n  M-02 src/cart.ts:90');
  expect(render(sampleReports.veto)).toContain(
    'Set aside: 1 rejected, 1 suppressed\n  M-02 src/orders.ts:31 Markup built from a name · fp-m-02\n  L-01',
  );
  expect(render(sampleReports.veto, { verbose: true })).toContain('Set aside: 1 rejected, 1 suppressed\n  M-02');
});

test('a finding outside the change whose quote is not in the file is not called older than the change', () => {
  const findings = sampleReports.change.findings.map((finding) =>
    finding.introduced ? finding : { ...finding, status: 'unverified' as const },
  );
  const text = render({ ...sampleReports.change, findings });
  expect(text).toContain('Outside this change and unverified, not counted (1)\n  M-02 src/cart.ts:90');
  expect(text).not.toContain('Older than this change');
});

test('an answer in another form is not called cut off, and what to run next asks the same model', () => {
  const agent = buildAgent({
    agent: 'security-reviewer',
    status: 'truncated',
    cutoff_reason: 'truncated',
    partial: true,
  });
  const { run, truncation } = buildReport();
  const shown = (model: string, cut: readonly string[]): string =>
    render(
      buildReport({
        run: { ...run, model },
        agents: [agent],
        suggestions: ['Consider: /consensus-review src/a.ts'],
        truncation: {
          ...truncation,
          agents: cut.map((name) => ({ agent: name, severity: 'severe', recovery: 'none' })),
        },
      }),
      { width: 200 },
    );
  expect(shown('command/mine', [])).toContain('its answer did not match the required format');
  expect(shown('command/mine', [])).not.toContain('cut off');
  expect(shown('command/mine', ['security-reviewer'])).toContain('its output was cut off');
  expect(shown('command/mine', [])).toContain('→ consensus-review review --model command/mine src/a.ts');
  for (const model of ['embedded', 'host/claude-code', 'a/b, c/d'])
    expect(shown(model, [])).toContain('→ consensus-review review src/a.ts');
});

test('truncated agents, their gaps and the number of lost findings are told', () => {
  const text = render(sampleReports.truncated);
  expect(text).toContain('security-reviewer: mild truncation, 1 finding kept');
  expect(text).toContain('Coverage gaps that truncation may have caused: app/db.py');
  expect(text).toContain('2 findings could not be recovered');
  expect(text).toContain('F002 of security-reviewer in app/db.py needs another review');
});

test('analyzers that did not run are named with their reason', () => {
  expect(render(sampleReports.partial)).toContain('Not run   gosec (absent: not installed)');
});

test('an analyzer that did a part of its work is not said to have not run', () => {
  const [analyzer] = sampleReports.partial.analyzers;
  if (!analyzer) throw new Error('the sample names analyzers');
  const analyzers = [{ ...analyzer, name: 'ast-grep', status: 'partial' as const, reason: '1 file not finished' }];
  const text = render({ ...sampleReports.partial, analyzers });
  expect(text).toContain('In part   ast-grep: 1 file not finished');
  expect(text).not.toContain('Not run');
});

test('lists that are cut say by how much; verbose cuts nothing', () => {
  const findings = Array.from({ length: 50 }, (_, index) =>
    buildFinding({
      id: `L-${String(index + 1).padStart(2, '0')}`,
      severity: 'LOW',
      line: index + 1,
      title: `Problem ${index + 1}`,
    }),
  );
  const report = buildReport({ findings });
  expect(render(report)).toContain('… 20 more problems; --verbose shows all');
  expect(render(report)).toContain('Fix first');
  const verbose = render(report, { verbose: true });
  expect(findings.every(({ id }) => verbose.includes(id))).toBe(true);
  const evidence = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n');
  expect(render(buildReport({ findings: [buildFinding({ id: 'H-01', severity: 'HIGH', evidence })] }))).toContain(
    '… 4 more lines',
  );
});

test('one rule in many places is one entry; verdict, counts and the first fixes stand on the first and the last screen', () => {
  const by = (rule: string) => [{ agent: 'security-reviewer', round: 1, rule, model: null }];
  const findings = [
    ...Array.from({ length: 109 }, (_, at) =>
      buildFinding({
        id: `M-${at}`,
        severity: 'MEDIUM',
        line: at + 1,
        title: 'Debugging left in',
        reported_by: by('debug'),
      }),
    ),
    ...['One', 'Two', 'Three'].map((name, at) =>
      buildFinding({
        id: `H-${at}`,
        severity: 'HIGH',
        title: `${name} is open`,
        cwe: 'CWE-78',
        recommendation: `Close ${name}.`,
        reported_by: by(name),
      }),
    ),
    buildFinding({
      id: 'C-01',
      severity: 'CRITICAL',
      file: 'test/fixtures/a.ts',
      title: 'In a test',
      reported_by: by('t'),
    }),
  ];
  const text = render(buildReport({ verdict: 'WARN', findings }));
  const lines = text.split('\n');
  expect(lines.length).toBeLessThan(110);
  for (const screen of [lines.slice(0, 12), lines.slice(-11)].map((part) => part.join('\n'))) {
    expect(screen).toContain('WARN · complete · 1 critical, 3 high, 109 medium in 5 problems');
    for (const name of ['One', 'Two', 'Three']) {
      expect(screen).toContain(`${name} is open`);
      expect(screen).toContain(`Fix: Close ${name}.`);
    }
    expect(screen).not.toContain('In a test');
  }
  expect(text).toContain('MEDIUM M-0: Debugging left in (109 places)');
  expect(text).toContain('… 103 more places; --verbose shows all');
  expect(text).toContain('In tests and fixtures (1)\n  C-01 test/fixtures/a.ts:1 In a test');
  expect(lines.at(-2)).toBe('→ consensus-review report run-0001 --verbose');
  const verbose = render(buildReport({ findings }), { verbose: true });
  for (const { id, fingerprint } of findings)
    expect([verbose.includes(id), verbose.includes(fingerprint)]).toEqual([true, true]);
});

describe('width', () => {
  const isFree = (line: string): boolean => /consensus-review |\/|═══/u.test(line);

  test.each([60, 80, 100, 120])('no line but commands and paths is wider than %i columns', (width) => {
    for (const report of Object.values(sampleReports)) {
      for (const verbose of [false, true]) {
        const lines = render(report, { width, verbose }).split('\n');
        expect(lines.filter((line) => measureWidth(line) > width && !isFree(line))).toEqual([]);
      }
    }
  });

  test('colours change nothing but colours', () => {
    for (const report of Object.values(sampleReports)) {
      const colored = render(report, { color: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI sequences begin with ESC
      expect(colored.replace(/\u001b\[\d+m/gu, '')).toBe(render(report));
      expect(colored).not.toBe(render(report));
    }
  });
});

test('nothing of the reviewed repository steers the terminal', () => {
  const text = fc.string({ unit: anyCharacter });
  fc.assert(
    fc.property(text, text, text, (path, title, evidence) => {
      const finding = buildFinding({ id: 'H-01', severity: 'HIGH', file: path, title, evidence, issue: title });
      const report = buildReport({
        scope: { ...buildReport().scope, selection: path, ignored: [{ path, reason: 'unreadable' }] },
        warnings: [title],
        notes: [title],
        suggestions: [evidence],
        agents: [buildAgent({ agent: title })],
        findings: [finding],
        analyzers: [{ name: title, version: null, status: 'failed', findings: 0, reason: evidence }],
      });
      expect(render(report)).not.toMatch(/(?!\n|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(render(report, { verbose: true })).not.toMatch(/(?!\n|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: times(200, 20_000) },
  );
});
