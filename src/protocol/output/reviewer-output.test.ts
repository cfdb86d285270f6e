import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimFinding } from '../findings/finding.ts';
import { readFinding, readVerdict } from './reviewer-claims.ts';
import {
  deriveVerdict,
  formatReviewerOutput,
  loadReviewerOutput,
  type PlacedFinding,
  parseReviewerOutput,
  type ReviewerLedger,
  type ReviewerOutput,
} from './reviewer-output.ts';

const SEEDS = new URL('../../../test/golden/seeds/', import.meta.url);
const readSeed = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`reviewer-${name}.json`, SEEDS), 'utf8'));

const LEDGER: ReviewerLedger = {
  agent: 'security-reviewer',
  partial: false,
  cutoffReason: null,
  filesReviewed: 12,
  skippedFiles: [],
  mode: 'full',
  usedTokens: 5000,
  budgetTokens: 10_000,
};

const SQL: PlacedFinding = {
  ...claimFinding({
    severity: 'HIGH',
    title: 'SQL injection vulnerability via string interpolation',
    issue: 'SQL injection vulnerability via string interpolation',
    category: 'injection',
    evidence: 'query := fmt.Sprintf("SELECT * FROM users WHERE id = %s", userId)',
    recommendation: 'Use parameterized queries: db.Query("SELECT * FROM users WHERE id = $1", userId)',
    cwe: 'CWE-89',
    references: ['https://owasp.org/...'],
    related: ['F002'],
    endLine: 45,
  }),
  file: 'src/auth/validate.go',
  line: 45,
};

const FULL: ReviewerOutput = {
  agent: 'security-reviewer',
  partial: false,
  cutoffReason: null,
  mode: 'full',
  usedTokens: 5000,
  budgetTokens: 10_000,
  filesReviewed: 12,
  skippedFiles: [],
  skippedMedium: 0,
  skippedLow: 0,
  findings: [SQL],
  verdict: 'WARN',
  vetoReasons: [],
};
const HIGH: ReviewerOutput = { ...FULL, mode: 'high_severity_only', usedTokens: 8800, skippedMedium: 3, skippedLow: 5 };
const PARTIAL: ReviewerOutput = {
  ...FULL,
  partial: true,
  cutoffReason: 'budget',
  mode: 'force_return',
  usedTokens: 9799,
  filesReviewed: 8,
  skippedFiles: ['src/auth/worker.go', 'src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go'],
};
const BASE = ['agent', 'partial', 'cutoff_reason', 'files_reviewed', 'files_skipped', 'findings', 'verdict'];
const errorsOf = (value: unknown): readonly string[] => {
  const reading = parseReviewerOutput(value);
  return reading.kind === 'invalid' ? reading.errors : [];
};

describe('writing', () => {
  test('full output has the base fields, snippet evidence and the whole advice [OUTPUT-06, MODE-05, MODE-06]', () => {
    expect(formatReviewerOutput(FULL)).toEqual({
      agent: 'security-reviewer',
      partial: false,
      cutoff_reason: null,
      files_reviewed: 12,
      files_skipped: 0,
      findings: [
        {
          severity: 'HIGH',
          category: 'injection',
          file: 'src/auth/validate.go',
          line: 45,
          evidence: 'query := fmt.Sprintf("SELECT * FROM users WHERE id = %s", userId)',
          issue: 'SQL injection vulnerability via string interpolation',
          recommendation: 'Use parameterized queries: db.Query("SELECT * FROM users WHERE id = $1", userId)',
          cwe: 'CWE-89',
          references: ['https://owasp.org/...'],
          related: ['F002'],
          confidence: 0.6,
        },
      ],
      verdict: 'WARN',
      veto_reasons: [],
    });
  });

  test('high-severity output names its mode, both percents and what it left out, in concise findings; it is not partial [OUTPUT-07, OUTPUT-08, MODE-09, MODE-10, MODE-11, REV-08, REV-18]', () => {
    expect(formatReviewerOutput(HIGH)).toEqual({
      agent: 'security-reviewer',
      partial: false,
      cutoff_reason: null,
      mode: 'high_severity_only',
      budget_used_percent: 88,
      budget_remaining_percent: 12,
      files_reviewed: 12,
      files_skipped: 0,
      findings: [
        {
          severity: 'HIGH',
          category: 'injection',
          location: 'src/auth/validate.go:45',
          issue: 'SQL injection vulnerability via string interpolation',
          recommendation: 'Use parameterized queries',
        },
      ],
      skipped: { medium_count: 3, low_count: 5 },
      verdict: 'WARN',
      veto_reasons: [],
    });
  });

  test('partial output says why, how much and what is left, in the order of skipped_files [OUTPUT-09, OUTPUT-10, MODE-14, MODE-15]', () => {
    expect(formatReviewerOutput(PARTIAL)).toMatchObject({
      partial: true,
      cutoff_reason: 'budget',
      budget_used_percent: 97,
      budget_remaining_percent: 3,
      files_reviewed: 8,
      files_skipped: 4,
      skipped_files: PARTIAL.skippedFiles,
      recommendation:
        'Re-run review with: /consensus-review src/auth/worker.go src/auth/cache.go src/auth/middleware.go src/auth/types.go',
    });
  });

  test('names that a shell would split are quoted in the recommendation [HOST-13]', () => {
    expect(formatReviewerOutput({ ...PARTIAL, skippedFiles: ['a b.go', '-x'] }).recommendation).toBe(
      "Re-run review with: /consensus-review 'a b.go' ./-x",
    );
    expect(formatReviewerOutput({ ...PARTIAL, skippedFiles: [] }).recommendation).toBeNull();
  });

  test.each([FULL, HIGH, PARTIAL, { ...PARTIAL, cutoffReason: 'timeout' } as const])(
    'what is written passes the strict schema %#',
    (output) => {
      expect(errorsOf(formatReviewerOutput(output))).toEqual([]);
    },
  );

  test('used percent is rounded down and capped [REV-08]', () => {
    const percents = (usedTokens: number) => {
      const { budget_used_percent, budget_remaining_percent } = formatReviewerOutput({ ...PARTIAL, usedTokens });
      return [budget_used_percent, budget_remaining_percent];
    };
    expect([0, 9799, 9999, 12_000].map(percents)).toEqual([
      [0, 100],
      [97, 3],
      [99, 1],
      [100, 0],
    ]);
  });
});

describe('strict reading', () => {
  test.each([...BASE, 'veto_reasons'])('without %s it is refused [OUTPUT-01, OUTPUT-02]', (field) => {
    for (const output of [FULL, HIGH, PARTIAL]) {
      const { [field]: _, ...rest } = formatReviewerOutput(output) as Record<string, unknown>;
      expect(errorsOf(rest).join()).toContain(field);
    }
  });

  test.each([
    ['verdict', 'veto', ['APPROVE', 'warn', null]],
    ['partial', 'no', ['true', 1]],
    ['files_reviewed', -1, [1.5, '12']],
    ['cutoff_reason', 'Budget', ['other', 0]],
  ])('%s has no other spelling [OUTPUT-04]', (field, first, others) => {
    for (const value of [first, ...others])
      expect(errorsOf({ ...formatReviewerOutput(FULL), [field]: value })).not.toEqual([]);
  });

  test.each(['Critical', 'INFO', 'high', ''])('severity %j is refused [OUTPUT-05]', (severity) => {
    const [finding] = formatReviewerOutput(FULL).findings as Record<string, unknown>[];
    expect(errorsOf({ ...formatReviewerOutput(FULL), findings: [{ ...finding, severity }] })).not.toEqual([]);
  });

  test('cutoff_reason is null exactly when the output is not partial; other endings have words of their own [OUTPUT-03, REV-16]', () => {
    expect(errorsOf({ ...formatReviewerOutput(FULL), cutoff_reason: 'budget' })).not.toEqual([]);
    expect(errorsOf({ ...formatReviewerOutput(PARTIAL), cutoff_reason: null })).not.toEqual([]);
    for (const cutoffReason of ['budget', 'truncated', 'timeout', 'error', 'aborted'] as const)
      expect(errorsOf(formatReviewerOutput({ ...PARTIAL, cutoffReason }))).toEqual([]);
  });

  test('files_skipped is the length of the list [OUTPUT-09]', () => {
    expect(errorsOf({ ...formatReviewerOutput(PARTIAL), files_skipped: 3 })).toEqual([
      'files_skipped: is not the length of skipped_files',
    ]);
  });

  test('no value makes it throw', () => {
    const isReading = (value: unknown) => ['valid', 'invalid'].includes(parseReviewerOutput(value).kind);
    fc.assert(fc.property(fc.anything(), isReading));
  });
});

describe('lenient loading', () => {
  test.each([
    ['full', ['cutoff_reason', 'files_reviewed', 'files_skipped', 'verdict'], 'WARN', 1],
    ['high-severity', ['cutoff_reason', 'files_reviewed', 'files_skipped', 'verdict'], 'WARN', 1],
    ['partial', ['verdict'], 'OK', 0],
    ['base-schema', [], 'OK', 0],
    ['veto-schema', [], 'OK', 0],
  ])(
    'seed sample %s loads, with a warning for every field it lacks [OUTPUT-12, REV-07, SYNTH-09]',
    (name, filled, verdict, findings) => {
      const loaded = loadReviewerOutput(readSeed(name), LEDGER);
      expect(loaded?.warnings).toEqual(filled.map((field) => `\`${field}\` is missing and was filled`));
      expect([loaded?.verdict, loaded?.findings.length]).toEqual([verdict, findings]);
      expect(loaded?.agent).toBe(name === 'base-schema' ? '{{agent_name}}' : 'security-reviewer');
      for (const finding of loaded?.findings ?? [])
        expect([finding.file, finding.line]).toEqual(['src/auth/validate.go', 45]);
    },
  );

  test('the partial sample keeps its four names; figures the host has measured win over claimed ones [OUTPUT-09, REV-07]', () => {
    const loaded = loadReviewerOutput(readSeed('partial'), LEDGER);
    expect(loaded).toMatchObject({ partial: true, cutoffReason: 'budget', filesReviewed: 8, usedTokens: 5000 });
    expect(loaded?.skippedFiles).toEqual(PARTIAL.skippedFiles);
  });

  test('what is absent comes from the ledger', () => {
    const ledger: ReviewerLedger = {
      ...LEDGER,
      partial: true,
      cutoffReason: 'timeout',
      filesReviewed: 3,
      skippedFiles: ['z.go'],
    };
    expect(loadReviewerOutput({ findings: [{ severity: 'odd' }] }, ledger)).toEqual({
      agent: 'security-reviewer',
      partial: true,
      cutoffReason: 'timeout',
      mode: 'full',
      usedTokens: 5000,
      budgetTokens: 10_000,
      filesReviewed: 3,
      skippedFiles: ['z.go'],
      skippedMedium: 0,
      skippedLow: 0,
      findings: [],
      verdict: 'OK',
      vetoReasons: [],
      warnings: [
        ...['agent', 'partial', 'cutoff_reason', 'files_reviewed', 'files_skipped', 'verdict'].map(
          (field) => `\`${field}\` is missing and was filled`,
        ),
        '1 entries of `findings` could not be read',
      ],
    });
    expect(loadReviewerOutput([], LEDGER)).toBeNull();
  });

  test.each([
    [{ verdict: 'REQUEST_CHANGES' }, 'WARN'],
    [{ verdict: 'APPROVE' }, 'OK'],
    [{ veto_exercised: true }, 'VETO'],
    [{ verdict: 'APPROVE', veto_exercised: true }, 'VETO'],
    [{ verdict: 'warn' }, 'WARN'],
    [{ verdict: 'MAYBE' }, null],
    [{ veto_exercised: false }, null],
  ])('verdict of %j is %s [REV-11]', (said, verdict) => {
    expect(readVerdict(said)).toBe(verdict);
  });

  test.each([
    [['HIGH'], ['a secret'], 'VETO'],
    [[], ['a secret'], 'VETO'],
    [['CRITICAL'], [], 'WARN'],
    [['HIGH'], [], 'WARN'],
    [['LOW', 'MEDIUM'], [], 'WARN'],
    [['LOW'], [], 'OK'],
    [[], [], 'OK'],
  ] as const)('findings %j with veto reasons %j make %s [HOST-06, REV-07]', (severities, reasons, verdict) => {
    expect(
      deriveVerdict(
        severities.map((severity) => ({ severity })),
        reasons,
      ),
    ).toBe(verdict);
  });

  test.each([
    [{ location: 'a b/c.go:45' }, ['a b/c.go', 45, 45]],
    [{ location: 'c.go:45-52' }, ['c.go', 45, 52]],
    [{ file: 'c.go', line: 45, end_line: 50 }, ['c.go', 45, 50]],
    [{ file: 'c.go', line: '45-52' }, ['c.go', 45, 52]],
    [{ file: 'c.go:45' }, ['c.go', 45, 45]],
    [{ file: 'odd:12', line: 3 }, ['odd:12', 3, 3]],
    [{ file: 'c.go', line: 0 }, ['c.go', null, null]],
    [{ file: 'C:\\x\\c.go:9:4' }, ['C:\\x\\c.go', 9, 9]],
    [{}, [null, null, null]],
  ])('the place of %j is %j [REV-07]', (said, place) => {
    const reading = readFinding({ severity: 'low', issue: 'x', ...said });
    expect(reading.kind === 'finding' && [reading.finding.file, reading.finding.line, reading.finding.endLine]).toEqual(
      place,
    );
  });

  test.each([
    [{ severity: 'INFO', issue: 'x' }],
    [{ severity: 'HIGH' }],
    [{ severity: 'HIGH', issue: '…' }],
    ['text'],
    [null],
    [[]],
  ])('%j is no finding [HOST-04]', (value) => {
    expect(readFinding(value).kind).toBe('unusable');
  });

  test('a written finding reads back the same, with fields of its own [OUTPUT-06]', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((s) => `x${s}x`);
    const finding = fc.record({
      severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
      issue: text,
      file: text.map((s) => s.replace(/[:`]/gu, '').trim()),
      line: fc.integer({ min: 1, max: 1e6 }),
      evidence: text,
      recommendation: text,
      effort: text,
    });
    fc.assert(
      fc.property(finding, ({ effort, ...said }) => {
        const claim = claimFinding({
          ...said,
          title: said.issue,
          category: 'cve',
          endLine: said.line,
          extra: { effort },
        });
        const wire = formatReviewerOutput({ ...FULL, findings: [claim as PlacedFinding] });
        const [written] = JSON.parse(JSON.stringify(wire)).findings;
        expect(readFinding(written)).toEqual({ kind: 'finding', finding: claim });
      }),
    );
  });

  test('a key `__proto__` in a finding changes nothing', () => {
    const reading = readFinding(JSON.parse('{"severity":"LOW","issue":"x","__proto__":{"polluted":1}}'));
    expect(reading.kind === 'finding' && Object.keys(reading.finding.extra)).toEqual([]);
  });
});
