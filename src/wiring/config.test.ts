import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { EXTERNAL_NAMES } from '../analyzers/external-list.ts';
import { ReviewError } from '../errors.ts';
import { modeAt } from '../protocol/budget/mode.ts';
import { CONFIG_KEYS, configShape } from '../protocol/config/config-keys.ts';
import { type Config, type ConfigSources, initialConfig, parseConfigFile, resolveConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

const PATH = 'consensus-review.config.json';

const resolve = (said: Partial<Omit<ConfigSources, 'files'>> & { readonly file?: unknown } = {}): Config =>
  resolveConfig({
    files: said.file === undefined ? [] : [parseConfigFile(JSON.stringify(said.file), PATH)],
    env: said.env ?? {},
    flags: said.flags ?? {},
  });

const failureOf = (action: () => unknown): ReviewError => {
  try {
    action();
  } catch (error) {
    if (error instanceof ReviewError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const DEFAULTS: Config = {
  reviewers: null,
  model: 'embedded',
  reviewerModels: {},
  panel: [],
  fallback: null,
  protocol: 'veto',
  minAgreement: 1,
  verify: 'auto',
  embeddingModel: null,
  modelsWithoutTools: [],
  reasoning: null,
  checklists: 'whole',
  contextWindows: {},
  contextFiles: [],
  complexity: 'standard',
  projectKind: null,
  suppressions: [],
  severityOverrides: [],
  commands: {},
  prices: {},
  waves: 'auto',
  concurrency: null,
  maxTokens: null,
  maxCostUsd: null,
  deadlineMs: null,
  agentTimeoutMs: null,
  callTimeoutMs: null,
  failOn: 'veto',
  allowPartial: false,
  acceptNotAssessed: false,
  allowEmpty: false,
  ignoreVetoes: false,
  journal: true,
  include: [],
  exclude: [],
  maxFileBytes: 1_048_576,
  thresholds: { fullAnalysis: 0.8, highSeverity: 0.95, forceReturn: 0.98 },
  veto: {},
  baseBudgets: {},
  externalAnalyzers: ['semgrep', 'bandit', 'gosec', 'staticcheck', 'go-vet', 'npm-audit'],
  semgrepRules: [],
  advisoryDatabase: null,
  allowNetwork: false,
  format: null,
};

describe('thresholds', () => {
  test('absent keys have their defaults 0.80, 0.95, 0.98 [CONFIG-01]', () => {
    expect(resolve()).toEqual(DEFAULTS);
    expect(resolve({ file: {} })).toEqual(DEFAULTS);
    expect(resolve({ file: { progressive_summarization: {} } })).toEqual(DEFAULTS);
  });

  test('each value can be overridden alone: at full_analysis_threshold 0.5, 0.5 is high and 0.4999 full [CONFIG-02]', () => {
    const { thresholds } = resolve({ file: { progressive_summarization: { full_analysis_threshold: 0.5 } } });
    expect(thresholds).toEqual({ fullAnalysis: 0.5, highSeverity: 0.95, forceReturn: 0.98 });
    expect([modeAt(0.4999, thresholds), modeAt(0.5, thresholds)]).toEqual(['full', 'high_severity_only']);
    expect(
      resolve({ file: { progressive_summarization: { high_severity_threshold: 0.9 } } }).thresholds.highSeverity,
    ).toBe(0.9);
    expect(resolve({ file: { progressive_summarization: { force_return_threshold: 1 } } }).thresholds.forceReturn).toBe(
      1,
    );
  });

  test.each([
    [
      { full_analysis_threshold: 0.95, high_severity_threshold: 0.8, force_return_threshold: 0.98 },
      'high_severity_threshold',
    ],
    [{ full_analysis_threshold: 0.95 }, 'high_severity_threshold'],
    [{ high_severity_threshold: 0.8 }, 'high_severity_threshold'],
    [{ high_severity_threshold: 0.99 }, 'force_return_threshold'],
    [{ force_return_threshold: 0.9 }, 'force_return_threshold'],
    [{ full_analysis_threshold: 0 }, 'full_analysis_threshold'],
    [{ full_analysis_threshold: -0.1 }, 'full_analysis_threshold'],
    [{ force_return_threshold: 1.01 }, 'force_return_threshold'],
    [{ full_analysis_threshold: '0.8' }, 'full_analysis_threshold'],
  ])('%j is refused, naming key, file and fix, exit 2 [CONFIG-03, REV-17]', (progressive_summarization, key) => {
    const failure = failureOf(() => resolve({ file: { progressive_summarization } }));
    expect(failure).toMatchObject({ code: 'bad-config', exit: 2 });
    expect(failure.detail).toContain(`progressive_summarization.${key}`);
    expect(failure.detail).toContain(PATH);
    expect(failure.advice).toMatch(/threshold/u);
  });

  test.each([
    [{ full_analysis_threshold: 0.95, high_severity_threshold: 0.98 }, [0.95, 0.98, 0.98]],
    [{ high_severity_threshold: 1, force_return_threshold: 1 }, [0.8, 1, 1]],
    [{ full_analysis_threshold: 0.0001 }, [0.0001, 0.95, 0.98]],
  ])('%j is in order [CONFIG-03, REV-17]', (progressive_summarization, expected) => {
    const { thresholds } = resolve({ file: { progressive_summarization } });
    expect([thresholds.fullAnalysis, thresholds.highSeverity, thresholds.forceReturn]).toEqual(expected);
  });
});

describe('layers', () => {
  test('the environment wins over the file, flags win over both; tables merge by entry', () => {
    const config = resolve({
      file: { fail_on: 'low', waves: 1, model: 'openai/a', veto: { a: false, b: false }, exclude: ['a/**'] },
      env: { CONSENSUS_REVIEW_FAIL_ON: 'medium', CONSENSUS_REVIEW_WAVES: '2', CONSENSUS_REVIEW_VETO: 'b=true' },
      flags: { failOn: 'high', exclude: ['b/**'] },
    });
    expect(config).toEqual({
      ...DEFAULTS,
      failOn: 'high',
      waves: 2,
      model: 'openai/a',
      veto: { a: false, b: true },
      exclude: ['b/**'],
    });
  });

  test('every key can be set by the file, by the environment and, where it has one, by a flag', () => {
    const expected: Config = {
      reviewers: ['security-reviewer', 'go-reviewer'],
      model: 'anthropic/m',
      reviewerModels: { 'go-reviewer': 'openai/n' },
      panel: ['openai/p', 'embedded'],
      fallback: 'google/o',
      protocol: 'vote',
      minAgreement: 2,
      verify: 'always',
      embeddingModel: 'ollama/e',
      modelsWithoutTools: ['ollama/g', 'vllm/h'],
      reasoning: 'low',
      checklists: 'split',
      contextWindows: { 'vllm/h': 8192 },
      contextFiles: ['docs/threats.md'],
      complexity: 'complex',
      projectKind: 'library',
      suppressions: [],
      severityOverrides: [],
      commands: {},
      prices: {},
      waves: 3,
      concurrency: 2,
      maxTokens: 1000,
      maxCostUsd: 1.5,
      deadlineMs: 90_000,
      agentTimeoutMs: 600_000,
      callTimeoutMs: 1_200_000,
      failOn: 'high',
      allowPartial: true,
      acceptNotAssessed: true,
      allowEmpty: true,
      ignoreVetoes: true,
      journal: false,
      include: ['src/**/*.{ts,js}', 'lib'],
      exclude: ['dist'],
      maxFileBytes: 2048,
      thresholds: { fullAnalysis: 0.5, highSeverity: 0.6, forceReturn: 0.7 },
      veto: { 'go-reviewer': false },
      baseBudgets: { 'go-reviewer': 4096 },
      externalAnalyzers: ['semgrep', 'bandit'],
      semgrepRules: ['rules/a.yaml', '/b'],
      advisoryDatabase: '/osv.zip',
      allowNetwork: true,
      format: 'json',
    };
    const file = {
      $schema: './x.json',
      reviewers: ['security-reviewer', 'go-reviewer'],
      model: 'anthropic/m',
      reviewer_models: { 'go-reviewer': 'openai/n' },
      panel: ['openai/p', 'embedded'],
      fallback: 'google/o',
      protocol: 'vote',
      min_agreement: 2,
      verify: 'always',
      models_without_tools: ['ollama/g', 'vllm/h'],
      reasoning: 'low',
      checklists: 'split',
      context_windows: { 'vllm/h': 8192 },
      context_files: ['docs/threats.md'],
      complexity: 'complex',
      embedding_model: 'ollama/e',
      commands: {},
      prices: {},
      waves: 3,
      concurrency: 2,
      max_tokens: 1000,
      max_cost: 1.5,
      deadline: '90s',
      agent_timeout: '10m',
      call_timeout: '20m',
      fail_on: 'high',
      allow_partial: true,
      accept_not_assessed: true,
      allow_empty: true,
      journal: false,
      ignore_vetoes: true,
      include: ['src/**/*.{ts,js}', 'lib'],
      exclude: ['dist'],
      max_file_bytes: 2048,
      progressive_summarization: {
        full_analysis_threshold: 0.5,
        high_severity_threshold: 0.6,
        force_return_threshold: 0.7,
      },
      veto: { 'go-reviewer': false },
      base_budgets: { 'go-reviewer': 4096 },
      external_analyzers: ['bandit', 'semgrep'],
      project_kind: 'library',
      semgrep_rules: ['rules/a.yaml', '/b'],
      advisory_database: '/osv.zip',
      allow_network: true,
      suppressions: [],
      severity_overrides: [],
      format: 'json',
    };
    expect(Object.keys(file)).toEqual(CONFIG_KEYS);
    expect(resolve({ file })).toEqual(expected);
    const prefix = 'CONSENSUS_REVIEW_';
    const env = {
      [`${prefix}REVIEWERS`]: 'security-reviewer, go-reviewer',
      [`${prefix}MODEL`]: 'anthropic/m',
      [`${prefix}REVIEWER_MODELS`]: 'go-reviewer=openai/n',
      [`${prefix}PANEL`]: 'openai/p, embedded',
      [`${prefix}FALLBACK`]: 'google/o',
      [`${prefix}PROTOCOL`]: 'vote',
      [`${prefix}MIN_AGREEMENT`]: '2',
      [`${prefix}VERIFY`]: 'always',
      [`${prefix}EMBEDDING_MODEL`]: 'ollama/e',
      [`${prefix}MODELS_WITHOUT_TOOLS`]: 'ollama/g,vllm/h',
      [`${prefix}REASONING`]: 'low',
      [`${prefix}CHECKLISTS`]: 'split',
      [`${prefix}CONTEXT_WINDOWS`]: 'vllm/h=8192',
      [`${prefix}CONTEXT_FILES`]: 'docs/threats.md',
      [`${prefix}AGENT_TIMEOUT`]: '10m',
      [`${prefix}CALL_TIMEOUT`]: '20m',
      [`${prefix}COMPLEXITY`]: 'complex',
      [`${prefix}WAVES`]: '3',
      [`${prefix}CONCURRENCY`]: '2',
      [`${prefix}MAX_TOKENS`]: '1000',
      [`${prefix}MAX_COST`]: '1.5',
      [`${prefix}DEADLINE`]: '90s',
      [`${prefix}FAIL_ON`]: 'high',
      [`${prefix}ALLOW_PARTIAL`]: '1',
      [`${prefix}ALLOW_EMPTY`]: '1',
      [`${prefix}ACCEPT_NOT_ASSESSED`]: '1',
      [`${prefix}JOURNAL`]: 'off',
      [`${prefix}IGNORE_VETOES`]: 'true',
      [`${prefix}INCLUDE`]: 'src/**/*.{ts,js},lib',
      [`${prefix}EXCLUDE`]: 'dist',
      [`${prefix}MAX_FILE_BYTES`]: '2048',
      [`${prefix}PROGRESSIVE_SUMMARIZATION_FULL_ANALYSIS_THRESHOLD`]: '0.5',
      [`${prefix}PROGRESSIVE_SUMMARIZATION_HIGH_SEVERITY_THRESHOLD`]: '0.6',
      [`${prefix}PROGRESSIVE_SUMMARIZATION_FORCE_RETURN_THRESHOLD`]: '0.7',
      [`${prefix}VETO`]: 'go-reviewer=false',
      [`${prefix}BASE_BUDGETS`]: 'go-reviewer=4096',
      [`${prefix}EXTERNAL_ANALYZERS`]: 'semgrep,bandit',
      [`${prefix}PROJECT_KIND`]: 'library',
      [`${prefix}SEMGREP_RULES`]: 'rules/a.yaml,/b',
      [`${prefix}ADVISORY_DATABASE`]: '/osv.zip',
      [`${prefix}ALLOW_NETWORK`]: 'true',
      [`${prefix}FORMAT`]: 'json',
    };
    expect(resolve({ env })).toEqual(expected);
    const flags = {
      reviewers: ['security-reviewer', 'go-reviewer'],
      model: 'anthropic/m',
      reviewerModel: ['go-reviewer=openai/n'],
      panel: 'openai/p,embedded',
      fallback: 'google/o',
      protocol: 'vote',
      minAgreement: '2',
      verify: 'always',
      waves: '3',
      concurrency: '2',
      maxTokens: '1000',
      maxCost: '1.5',
      deadline: '90s',
      agentTimeout: '10m',
      callTimeout: '20m',
      failOn: 'high',
      allowPartial: true,
      acceptNotAssessed: true,
      allowEmpty: true,
      journal: false,
      ignoreVetoes: true,
      include: ['src/**/*.{ts,js}', 'lib'],
      exclude: 'dist',
      format: 'json',
      color: false,
      somethingElse: 1,
    };
    const {
      embeddingModel,
      modelsWithoutTools,
      reasoning,
      checklists,
      contextWindows,
      contextFiles,
      complexity,
      thresholds,
      maxFileBytes,
      veto,
      baseBudgets,
    } = DEFAULTS;
    const { externalAnalyzers, projectKind, semgrepRules, advisoryDatabase, allowNetwork } = DEFAULTS;
    expect(resolve({ flags })).toEqual({
      ...expected,
      ...{
        embeddingModel,
        modelsWithoutTools,
        reasoning,
        checklists,
        contextWindows,
        contextFiles,
        complexity,
        thresholds,
        maxFileBytes,
        veto,
        baseBudgets,
      },
      ...{ externalAnalyzers, projectKind, semgrepRules, advisoryDatabase, allowNetwork },
    });
  });

  test('external analyzers can be switched off altogether', () => {
    expect(resolve({ file: { external_analyzers: ['none'] } }).externalAnalyzers).toEqual([]);
    expect(resolve({ env: { CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none' } }).externalAnalyzers).toEqual([]);
  });

  test('an empty variable is not set, an unknown one is nobody’s business', () => {
    expect(resolve({ env: { CONSENSUS_REVIEW_WAVES: '', CONSENSUS_REVIEW_STATE_DIR: '/x', CI: '1' } })).toEqual(
      DEFAULTS,
    );
  });

  test('the environment is a copy', () => {
    expect(readEnvironment()).toEqual(process.env);
    expect(readEnvironment()).not.toBe(process.env);
  });
});

describe('messages', () => {
  test.each([
    [
      '{ "failon": "high" }',
      `${PATH}:1:3: unknown key "failon"; did you mean "fail_on"?`,
      'Write "fail_on", or remove it.',
    ],
    [
      '{\n  "progressive_summarization": {\n    "full_threshold": 1\n  }\n}',
      `${PATH}:3:5: unknown key "progressive_summarization.full_threshold"`,
      'Remove it; known keys are full_analysis_threshold, high_severity_threshold, force_return_threshold.',
    ],
    [
      '{ "waves": "all" }',
      `${PATH}:1:3: waves must be "auto" or a whole number of at least 1, found "all"`,
      'Set waves to "auto" or a whole number of at least 1, or remove it.',
    ],
    [
      '{ "veto": { "go-reviewer": "no" } }',
      `${PATH}:1:13: veto must be an object from names of reviewers to true or false, found "no" (at go-reviewer)`,
      'Set veto to an object from names of reviewers to true or false, or remove it.',
    ],
    [
      '{\n  "external_analyzers": [\n    "semgrep",\n    "bandt"\n  ]\n}',
      `${PATH}:2:3: external_analyzers: no external analyzer is called "bandt"; did you mean "bandit"?`,
      `Name some of ${EXTERNAL_NAMES.join(', ')}, or "none" alone.`,
    ],
    [
      '{ "prices": { "openai/x": { "input": -1, "output": 1 } } }',
      `${PATH}:1:29: prices must be an object from PROVIDER/NAME to objects with \`input\` and \`output\`, found -1 (at openai/x.input)`,
      'Set prices to an object from PROVIDER/NAME to objects with `input` and `output`, or remove it.',
    ],
    [
      '{ "prices": { "x": { "input": 1, "output": 1 } } }',
      `${PATH}:1:15: prices must be an object from PROVIDER/NAME to objects with \`input\` and \`output\`, found {"input":1,"output":1} (at x)`,
      'Set prices to an object from PROVIDER/NAME to objects with `input` and `output`, or remove it.',
    ],
    [
      '{ "prices": { "openai/x": { "input": 1, "output": 1, "outptu": 2 } } }',
      `${PATH}:1:54: unknown key "prices.openai/x.outptu"; did you mean "output"?`,
      'Write "output", or remove it.',
    ],
    [
      '{ "suppressions": [{ "rule": ["a"], "reason": "b" }] }',
      `${PATH}:1:22: unknown key "suppressions.0.rule"; did you mean "rules"?`,
      'Write "rules", or remove it.',
    ],
    [
      '[]',
      `${PATH}: expected an object, found []`,
      'Write { "fail_on": "veto" }, or see `consensus-review init --print`.',
    ],
    [
      '{\n  "waves": 1,\n}',
      `${PATH}:3:1: expected text in double quotes, found "}"`,
      `Correct the JSON of ${PATH} at line 3, column 1.`,
    ],
    [
      '{ "waves": 1, "waves": 2 }',
      `${PATH}:1:15: the key "waves" appears twice`,
      `Correct the JSON of ${PATH} at line 1, column 15.`,
    ],
    [
      '{ /* c */ }',
      `${PATH}:1:3: expected text in double quotes, found "/" (JSON has no comments)`,
      `Correct the JSON of ${PATH} at line 1, column 3.`,
    ],
  ])('%j', (text, detail, advice) => {
    const failure = failureOf(() => parseConfigFile(text, PATH));
    expect({ code: failure.code, detail: failure.detail, advice: failure.advice }).toEqual({
      code: 'bad-config',
      detail,
      advice,
    });
  });

  test.each([
    [{ env: { CONSENSUS_REVIEW_WAVES: 'many' } }, 'bad-config', 'environment: CONSENSUS_REVIEW_WAVES must be'],
    [{ env: { CONSENSUS_REVIEW_VETO: 'a=perhaps' } }, 'bad-config', 'environment: CONSENSUS_REVIEW_VETO must be'],
    [
      { env: { CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'semgrep,bandt' } },
      'bad-config',
      'environment: CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: no external analyzer is called "bandt"',
    ],
    [{ env: { CONSENSUS_REVIEW_VETO: 'a' } }, 'bad-config', 'environment: CONSENSUS_REVIEW_VETO must be'],
    [
      { env: { CONSENSUS_REVIEW_PROGRESSIVE_SUMMARIZATION_FORCE_RETURN_THRESHOLD: '2' } },
      'bad-config',
      'CONSENSUS_REVIEW_PROGRESSIVE_SUMMARIZATION_FORCE_RETURN_THRESHOLD must be a number above 0',
    ],
    [
      { env: { CONSENSUS_REVIEW_PROGRESSIVE_SUMMARIZATION_FORCE_RETURN_THRESHOLD: '0.5' } },
      'bad-config',
      'CONSENSUS_REVIEW_PROGRESSIVE_SUMMARIZATION_FORCE_RETURN_THRESHOLD: progressive_summarization.force_return_threshold',
    ],
    [
      { flags: { maxTokens: '0' } },
      'bad-value',
      'command line: --max-tokens must be a whole number of at least 1, found 0',
    ],
    [{ flags: { deadline: 'soon' } }, 'bad-value', 'command line: --deadline must be a duration'],
    [{ flags: { model: 'gpt-5' } }, 'bad-value', 'found "gpt-5"; did you mean openai/gpt-5?'],
    [{ flags: { reviewerModel: ['x'] } }, 'bad-value', 'command line: --reviewer-model must be'],
    [
      { flags: { model: 'gpt' } },
      'bad-value',
      'command line: --model must be `embedded` or PROVIDER/NAME, found "gpt"',
    ],
  ])('%j → %s', (said, code, detail) => {
    const failure = failureOf(() => resolve(said));
    expect(failure.code).toBe(code);
    expect(failure.detail).toContain(detail);
  });

  test.each(CONFIG_KEYS)('a wrong type of %s is an error that names it', (key) => {
    const failure = failureOf(() => parseConfigFile(JSON.stringify({ [key]: { no: { such: null } } }), PATH));
    expect(failure.detail).toContain(`${PATH}:1:`);
    expect(failure.detail).toContain(key);
    expect(configShape.properties[key].expects).not.toBe('');
  });
});

test('the initial file is valid, sets only defaults and names a schema that is shipped', () => {
  const file = parseConfigFile(initialConfig(), PATH);
  expect(resolveConfig({ files: [file], env: {}, flags: {} })).toEqual(DEFAULTS);
  const schema = file.values.$schema?.replace('./node_modules/consensus-review/', '') ?? '';
  expect(readFileSync(join(import.meta.dirname, '../..', schema), 'utf8')).toContain('progressive_summarization');
});

test('whatever the text, the answer is a file or a ReviewError', () => {
  const anything = fc.oneof(fc.string({ unit: anyCharacter }), fc.json());
  const keyed = fc.dictionary(fc.constantFrom(...CONFIG_KEYS), fc.jsonValue()).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.oneof(anything, keyed), (text) => {
      try {
        resolveConfig({ files: [parseConfigFile(text, PATH)], env: {}, flags: {} });
      } catch (error) {
        expect(error).toBeInstanceOf(ReviewError);
      }
    }),
  );
});
