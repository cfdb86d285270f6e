/**
 * Every parser of text from outside, on damaged forms of good text: cut, doubled, moved, with bytes of its own. None throws but a
 * `ReviewError` where a user has to mend the file, and the same text gives the same result.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { parseAdvisory } from '../../src/analyzers/advisories/osv-advisory.ts';
import { parsePattern, readSets } from '../../src/analyzers/ast-grep/regex-syntax.ts';
import { parseBanditResults } from '../../src/analyzers/bandit/bandit-results.ts';
import { parseDockerfile, readStages } from '../../src/analyzers/configuration/dockerfile.ts';
import { parseHcl } from '../../src/analyzers/configuration/hcl.ts';
import { readWorkflow } from '../../src/analyzers/configuration/workflow-model.ts';
import { parseYaml } from '../../src/analyzers/configuration/yaml-tree.ts';
import { parseMarkdown } from '../../src/analyzers/documentation/markdown-text.ts';
import { parseGoVetResults } from '../../src/analyzers/go-vet/go-vet-results.ts';
import { parseGosecResults } from '../../src/analyzers/gosec/gosec-results.ts';
import { parseNpmAudit } from '../../src/analyzers/npm-audit/npm-audit-results.ts';
import { createOutlineSource } from '../../src/analyzers/outline/outline-source.ts';
import { recoverJson } from '../../src/analyzers/packages/broken-json.ts';
import { parseNpmLock } from '../../src/analyzers/packages/lock-file.ts';
import { readManifest } from '../../src/analyzers/packages/read-manifest.ts';
import {
  parseSemgrepFaults,
  parseSemgrepResults,
  parseSemgrepScanned,
} from '../../src/analyzers/semgrep/semgrep-results.ts';
import { parseShellcheckResults } from '../../src/analyzers/shellcheck/shellcheck-results.ts';
import { readExports } from '../../src/analyzers/source-text/exported-api.ts';
import { readParameters } from '../../src/analyzers/source-text/parameter-list.ts';
import { openDocument, type TextDocument } from '../../src/analyzers/source-text/text-document.ts';
import { parseStaticcheckResults } from '../../src/analyzers/staticcheck/staticcheck-results.ts';
import { ReviewError } from '../../src/errors.ts';
import { readAgentInput } from '../../src/fleet/agent-inputs.ts';
import { parseSpec } from '../../src/fleet/run-spec.ts';
import { readProblem } from '../../src/models/read-problem.ts';
import { readPrices } from '../../src/protocol/budget/model-prices.ts';
import { parseAnswer } from '../../src/protocol/cache/cached-answer.ts';
import { parseCachedReview } from '../../src/protocol/cache/cached-review-schema.ts';
import { readRetryAfter, readRetryHint } from '../../src/protocol/calls/retry-after.ts';
import { parseFollowUp } from '../../src/protocol/coverage/follow-up.ts';
import { parseLocation, parsePlace } from '../../src/protocol/findings/location.ts';
import { parseAgentOutputs } from '../../src/protocol/output/agent-output.ts';
import { parseCheckpoint } from '../../src/protocol/output/checkpoint.ts';
import { recoverOutput } from '../../src/protocol/output/recovery.ts';
import { parseValidationResult } from '../../src/protocol/output/result-blocks.ts';
import { parseSteps } from '../../src/protocol/output/validation-steps.ts';
import { parseVerification } from '../../src/protocol/rounds/semgrep-verify.ts';
import { parsePhases } from '../../src/protocol/signals/brief.ts';
import { parseSignal } from '../../src/protocol/signals/signal-text.ts';
import { detectLanguage } from '../../src/protocol/source/language.ts';
import { readJson } from '../../src/protocol/text/json-object.ts';
import { parseJsonText } from '../../src/protocol/text/json-text.ts';
import { splitList } from '../../src/protocol/text/split-list.ts';
import { surveyProject } from '../../src/recon/survey-project.ts';
import { parseCustomReviewer } from '../../src/repository/custom-reviewers.ts';
import { decodeText } from '../../src/repository/files/decode-text.ts';
import { addRules, isGitIgnored, NO_IGNORE } from '../../src/repository/files/git-ignore.ts';
import { readConfigValue } from '../../src/repository/git/locate.ts';
import { parsePatch } from '../../src/repository/git/patch.ts';
import { parseOrigin } from '../../src/repository/git/project-name.ts';
import { parsePackedRefs, parseRef } from '../../src/repository/git/refs.ts';
import { readChains, readFlows, readHotspots, readPlaces } from '../../src/reviewers/model/audit/flow-lines.ts';
import { parseRecording } from '../../src/runs/parse-recording.ts';
import { parseConfigFile } from '../../src/wiring/config.ts';
import { anyCharacter } from '../support/any-character.ts';
import { times } from '../tier.ts';

const root = join(import.meta.dirname, '../..');
const readSample = (path: string): string => readFileSync(join(root, path), 'utf8');
const readFolder = (path: string): readonly string[] =>
  readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const open = (path: string, text: string): TextDocument => openDocument({ path, language: null, text, changed: null });
const json = (...values: readonly unknown[]): readonly string[] => values.map((value) => JSON.stringify(value));

/** One change to a text, made of numbers so that a failure shrinks to a small one. */
const change = fc.record({
  kind: fc.constantFrom('cut', 'double', 'remove', 'insert', 'move', 'nest'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  text: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.constantFrom(
      '\0',
      '\ud800',
      '\r',
      '\u2028',
      '{',
      '[',
      '"',
      '\\',
      '__proto__',
      '-1',
      '1e999',
      'null',
      '${',
      '&a *a',
      '\t',
    ),
  ),
});

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const damage = (text: string, { kind, at, length, text: added }: Change): string => {
  const from = Math.floor(at * text.length);
  const part = text.slice(from, from + length);
  switch (kind) {
    case 'cut':
      return text.slice(0, from);
    case 'double':
      return text.slice(0, from) + part + part + text.slice(from + length);
    case 'remove':
      return text.slice(0, from) + text.slice(from + length);
    case 'insert':
      return text.slice(0, from) + added + text.slice(from);
    case 'move':
      return part + text.slice(0, from) + text.slice(from + length);
    default:
      return text.slice(0, from) + added.repeat(length) + text.slice(from);
  }
};

const damaged = (samples: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) => changes.reduce(damage, sample));

interface Parser {
  readonly name: string;
  readonly samples: readonly string[];
  readonly parse: (text: string) => unknown;
}

const AGENT_OUTPUTS = readFolder('test/fixtures/agent-outputs');
const PACKAGE = json({ name: 'a', dependencies: { b: '^1.0.0', c: 'git+https://x' }, devDependencies: { d: '*' } });
const HIT = { path: 'a.py', filename: 'a.py', line: 3, line_number: 3, message: 'm', severity: 'HIGH', code: 'S1' };

const PARSERS: readonly Parser[] = [
  {
    name: 'outputs of agents, and what follows from a cut',
    samples: AGENT_OUTPUTS,
    parse: (text) =>
      parseAgentOutputs(text).map((output) => [
        output,
        recoverOutput(output, { dimensions: ['D1', 'D2'], maxTurns: 20, isRetry: false }),
      ]),
  },
  { name: 'checkpoints', samples: ['[CHECKPOINT] turn:10 findings:3 files:7 remaining:D2,D3'], parse: parseCheckpoint },
  {
    name: 'results of validators',
    samples: ['===VALIDATION_RESULT===\nid: H-01\ndecision: confirmed\nreason: x\n===VALIDATION_RESULT_END===\n'],
    parse: parseValidationResult,
  },
  { name: 'validation steps', samples: ['pass | 1:pass(a) 2:fail(b) 3:uncertain(c) 4:pass(d)'], parse: parseSteps },
  {
    name: 'lines about flows',
    samples: [
      'FLOW H-01 followed src/a.ts:3 → src/b.ts:9\nCHAIN AC-01 holds: x\nHOTSPOT src/a.ts:9 followed\nFLOW H-02 broken callback\n',
    ],
    parse: (text) => [[...readFlows(text)], [...readChains(text)], readPlaces(text), [...readHotspots(text)]],
  },
  {
    name: 'locations',
    samples: ['src/a.ts:45-52', '`a b.ts:3`', 'C:\\x.ts:9'],
    parse: (t) => [parseLocation(t), parsePlace(t)],
  },
  {
    name: 'return signals',
    samples: ['summary_brief: "Phase 1-3 done. Next: x"\nwork_remaining: [4, 5]\ncontext_usage_percent: 37\n'],
    parse: (text) => [parseSignal(text, { mode: 'lenient' }), parseSignal(text, { mode: 'strict' }), parsePhases(text)],
  },
  {
    name: 'verification of Semgrep results',
    samples: ['semgrep: total=3 verified=1 rejected=2\n'],
    parse: parseVerification,
  },
  { name: 'suggested commands', samples: ["Consider: /consensus-review src/a.ts 'b c.ts'"], parse: parseFollowUp },
  { name: 'lists', samples: ['a, "b, c", [d, e], f(g, h)'], parse: (text) => [splitList(text), splitList(text, true)] },
  { name: 'JSON with places', samples: PACKAGE, parse: parseJsonText },
  { name: 'broken JSON', samples: PACKAGE, parse: recoverJson },
  {
    name: 'waiting times of providers',
    samples: ['120', 'Wed, 21 Oct 2026 07:28:00 GMT', 'try again in 6m0.5s'],
    parse: (text) => [readRetryAfter({ 'retry-after': text, 'retry-after-ms': text }, 0), readRetryHint(text)],
  },
  {
    name: 'problems of providers',
    samples: json({ error: { type: 'overloaded', message: 'x' } }, { error: 'x' }, [{ error: { status: 'Y' } }]),
    parse: (text) =>
      readProblem(
        Object.assign(new Error(text), { statusCode: text.length % 600, responseBody: text, cause: readJson(text) }),
        { headers: { 'retry-after': text }, nowMs: 0, apiKey: 'sk-0123456789' },
      ),
  },
  {
    name: 'prices',
    samples: ['m: { input: 3, output: 15 }', '{"a/b":{"input":1,"output":2}}'],
    parse: (t) => readPrices(parseConfigFile(`{"prices":${t}}`, 'c.json').values.prices ?? {}),
  },
  {
    name: 'cached answers',
    samples: json({ schema: 'consensus-review/answer@2', text: 'a', pieces: [1] }),
    parse: parseAnswer,
  },
  {
    name: 'cached reviews',
    samples: json({ schema: 'consensus-review/recollection@2', findings: [] }),
    parse: parseCachedReview,
  },
  {
    name: 'recordings',
    samples: [readSample('examples/recordings/depot.jsonl').slice(0, 4000)],
    parse: parseRecording,
  },
  {
    name: 'runs of a fleet',
    samples: json({ playbook: 'review', config: {}, flags: {} }),
    parse: (t) => parseSpec(readJson(t)),
  },
  {
    name: 'agents of a fleet',
    samples: json({ label: 'a', driver: 'embedded', assignment: { files: [] } }),
    parse: (text) => readAgentInput('review', readJson(text), 'a'),
  },
  {
    name: 'configuration',
    samples: json({ fail_on: 'high', exclude: ['a'], progressive_summarization: { full_analysis_threshold: 0.8 } }),
    parse: (text) => parseConfigFile(text, 'consensus-review.config.json'),
  },
  {
    name: 'custom reviewers',
    samples: ['---\nname: mine\ndescription: x\nbase_budget: 4096\ncategories: [a, b]\n---\nLook.\n'],
    parse: (text) => parseCustomReviewer(text, 'mine.md'),
  },
  {
    name: 'ignore files',
    samples: ['*.log\n!a.log\n/build/\n[a-z]*.js\n\\#x\n**/y/**\n'],
    parse: (text) => ['a.log', 'src/b.js', 'build/c'].map((path) => isGitIgnored(path, addRules(NO_IGNORE, '', text))),
  },
  {
    name: 'encodings',
    samples: ['let a = 1;\r\nüñí\n'],
    parse: (text) => ['a.js', 'a.py', 'a.bin'].map((path) => decodeText(Buffer.from(text, 'utf16le'), path)),
  },
  {
    name: 'patches',
    samples: [
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
      '--- "a/\\303\\274"\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n',
    ],
    parse: parsePatch,
  },
  {
    name: 'files of git',
    samples: [
      '100644 blob 0123456789012345678901234567890123456789\ta.ts\0',
      ':100644 100644 012345678901 012345678902 M\0a.ts\0',
      '# pack-refs with: peeled\n0123456789012345678901234567890123456789 refs/heads/main\n',
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.org:a/b.git\n',
    ],
    parse: (text) => [[...parsePackedRefs(text)], parseRef(text), readConfigValue(text, 'bare'), parseOrigin(text)],
  },
  {
    name: 'manifests and lock files',
    samples: [
      ...PACKAGE,
      'module x\n\nrequire (\n\ta.b/c v1.2.3\n)\n',
      "gem 'rails', '~> 7'\n",
      '[project]\ndependencies = ["a>=1", "b"]\n[tool.poetry.dependencies]\nc = "^1"\n',
      '<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies></project>',
      'requests==2.0 ; python_version > "3"\n-r other.txt\ngit+https://x/y\n',
    ],
    parse: (text) => [
      ...['package.json', 'go.mod', 'Gemfile', 'pyproject.toml', 'pom.xml', 'requirements.txt', 'composer.json'].map(
        (path) => readManifest(open(path, text)),
      ),
      parseNpmLock('package-lock.json', text),
    ],
  },
  {
    name: 'Dockerfiles',
    samples: ['FROM a AS b\nRUN x \\\n  && y <<EOF\nz\nEOF\n'],
    parse: (t) => readStages(parseDockerfile(t.split('\n'))),
  },
  {
    name: 'Terraform',
    samples: ['resource "a" "b" {\n  c = [1, "${d}"]\n  e { f = <<EOT\nx\nEOT\n }\n}\n'],
    parse: (t) => parseHcl(open('a.tf', t)),
  },
  {
    name: 'YAML and workflows',
    samples: [
      'on: [push]\njobs:\n  a:\n    steps:\n      - run: echo ${{ github.head_ref }}\n      - &x { uses: b@v1 }\n      - *x\n',
    ],
    parse: (text) => parseYaml(open('.github/workflows/a.yml', text)).roots.map(readWorkflow),
  },
  {
    name: 'markdown',
    samples: ['# A\n\n```sh\nx --y\n```\n\n[a](b#c "t") ![d](e)\n\n| f | g |\n|---|---|\n'],
    parse: (t) => parseMarkdown(t.split('\n')),
  },
  {
    name: 'regular expressions',
    samples: ['^(a+)+$', '(?<n>[^\\]\\d-z]{2,})|\\k<n>(?=x)(?!y)'],
    parse: (text) => [parsePattern(text), readSets(text)],
  },
  {
    name: 'exports and parameters',
    samples: [
      'export function a(b: string = "x", ...c: any[]): void {}\n',
      'func A(b int, c ...string) (d error) {\n',
      'def a(b, *c, d=1):\n',
    ],
    parse: (text) => [
      ...['typescript', 'go', 'python'].map((language) => readExports(text, language)),
      readParameters(text, text.indexOf('('), 'typescript'),
    ],
  },
  {
    name: 'results of programs',
    samples: json(
      { results: [HIT], errors: [{ path: 'a', message: 'b', type: ['c'] }], paths: { scanned: ['a'] } },
      { Issues: [{ ...HIT, cwe: { id: '79' }, rule_id: 'G1' }] },
      { vulnerabilities: { a: { via: [{ source: 1, title: 't', severity: 'high' }], nodes: ['x'] } } },
      [{ ...HIT, endLine: 4, level: 'error', fix: { replacements: [] } }],
    ),
    parse: (text) => [
      parseSemgrepResults(text),
      parseSemgrepScanned(text),
      parseSemgrepFaults(text),
      parseBanditResults(text),
      parseGosecResults(text),
      parseStaticcheckResults(text),
      parseGoVetResults(text, text),
      parseNpmAudit(text),
      parseShellcheckResults('a.sh', readJson(text)),
    ],
  },
  {
    name: 'advisories',
    samples: json({
      id: 'GHSA-x',
      affected: [
        { package: { name: 'a', ecosystem: 'npm' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
      ],
    }),
    parse: (text) => parseAdvisory(readJson(text)),
  },
];

const settle = (parse: () => unknown): unknown => {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    if (error instanceof ReviewError) return error.message;
    throw error;
  }
};

describe('parsers of text from outside', () => {
  test.each(PARSERS.map((parser) => [parser.name, parser] as const))('%s', (_name, { samples, parse }) => {
    fc.assert(
      fc.property(damaged(samples), (text) => {
        const first = settle(() => parse(text));
        return first === settle(() => parse(text));
      }),
    );
  });

  test('outlines and entry points of source text', async () => {
    const outline = await createOutlineSource();
    const files = readdirSync(join(root, 'test/fixtures/apps'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && detectLanguage(entry.name) !== null)
      .map((entry) => join(entry.parentPath, entry.name));
    const source = fc
      .constantFrom(...files)
      .chain((path) =>
        fc
          .array(change, { maxLength: 4 })
          .map((changes) => ({ path, text: changes.reduce(damage, readFileSync(path, 'utf8')) })),
      );
    await fc.assert(
      fc.asyncProperty(source, async ({ path, text }) => {
        const name = path.slice(path.indexOf('/apps/') + 6);
        await surveyProject([{ path: name, language: detectLanguage(name)?.name ?? null, text }], {
          outline,
          dependencies: [],
        });
      }),
      { numRuns: times(300, 30_000) },
    );
  });
});
