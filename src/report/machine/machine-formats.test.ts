/** The formats for other programs against the facts of their published schemas, and what each does with what does not count. */
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { HOSTILE_STRINGS } from '../../../test/support/hostile-strings.ts';
import { buildFinding, buildReport, sampleReports } from '../../../test/support/sample-reports.ts';
import { readXml, type XmlElement } from '../../../test/support/xml.ts';
import { FORMAT_NAMES, type FormatName } from '../../protocol/config/config-names.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { renderReport } from '../formats.ts';

const render = (format: FormatName, report: ReportDocument): Promise<string> =>
  renderReport(format, report, { color: false, width: 100, verbose: false, toolVersion: '1.2.3' });

/** GitLab, Code Quality report format: required keys, the five severities, a relative path, a line from 1. */
const GITLAB_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!/|\\./)' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 }, end: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};

/** Reviewdog Diagnostic Format, DiagnosticResult: names in snake case, lines from 1, three severities. */
const POSITION = {
  type: 'object',
  additionalProperties: false,
  required: ['line'],
  properties: { line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } },
};
const RDJSON_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['diagnostics'],
  properties: {
    source: {
      type: 'object',
      additionalProperties: false,
      properties: { name: { type: 'string' }, url: { type: 'string' } },
    },
    severity: { enum: ['UNKNOWN_SEVERITY', 'ERROR', 'WARNING', 'INFO'] },
    diagnostics: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['message', 'location'],
        properties: {
          message: { type: 'string', minLength: 1 },
          location: {
            type: 'object',
            additionalProperties: false,
            required: ['path'],
            properties: {
              path: { type: 'string', minLength: 1 },
              range: { type: 'object', additionalProperties: false, properties: { start: POSITION, end: POSITION } },
            },
          },
          severity: { enum: ['UNKNOWN_SEVERITY', 'ERROR', 'WARNING', 'INFO'] },
          code: {
            type: 'object',
            additionalProperties: false,
            properties: { value: { type: 'string' }, url: { type: 'string', pattern: '^https?://' } },
          },
          suggestions: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['range', 'text'],
              properties: {
                range: { type: 'object', additionalProperties: false, properties: { start: POSITION, end: POSITION } },
                text: { type: 'string' },
              },
            },
          },
        },
      },
    },
  },
};

/** `semgrep scan --json`: what readers of it ask for. */
const PLACE = {
  type: 'object',
  required: ['line', 'col', 'offset'],
  properties: {
    line: { type: 'integer', minimum: 1 },
    col: { type: 'integer', minimum: 1 },
    offset: { type: 'integer' },
  },
};
const SEMGREP_SCHEMA = {
  type: 'object',
  required: ['version', 'results', 'errors', 'paths'],
  properties: {
    version: { type: 'string' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['check_id', 'path', 'start', 'end', 'extra'],
        properties: {
          start: PLACE,
          end: PLACE,
          extra: {
            type: 'object',
            required: ['message', 'severity', 'metadata', 'fingerprint', 'lines', 'is_ignored'],
            properties: { severity: { enum: ['ERROR', 'WARNING', 'INFO'] } },
          },
        },
      },
    },
    errors: { type: 'array', items: { type: 'object', required: ['code', 'level', 'type', 'message'] } },
    paths: { type: 'object', required: ['scanned', 'skipped'] },
  },
};

const SCHEMAS = { gitlab: GITLAB_SCHEMA, rdjson: RDJSON_SCHEMA, 'semgrep-json': SEMGREP_SCHEMA } as const;
const ajv = new Ajv({ allErrors: true });

/** Every hostile string as title, path, message, quote, fix, rule, reason and name. */
const hostile = buildReport({
  verdict: 'VETO',
  complete: false,
  warnings: HOSTILE_STRINGS,
  findings: HOSTILE_STRINGS.map((text, at) =>
    buildFinding({
      id: `H-${at}`,
      severity: 'HIGH',
      file: text,
      title: text,
      issue: text,
      evidence: text,
      recommendation: text,
      category: text,
      references: [text],
      status: at % 10 === 0 ? 'suppressed' : 'confirmed',
      extra: { suppression_reason: text },
      reported_by: [{ agent: text, round: 1, rule: at % 2 === 0 ? text : null, model: null }],
    }),
  ),
});

describe.each(Object.entries(SCHEMAS))('%s', (format, schema) => {
  const validate = ajv.compile(schema);
  test.each([...Object.entries(sampleReports), ['hostile strings', hostile] as const])(
    '%s follows the schema',
    async (_, report) => {
      const valid = validate(JSON.parse(await render(format as FormatName, report)));
      expect([valid, validate.errors]).toEqual([true, null]);
    },
  );

  test('the check can fail', () => {
    expect(validate({ diagnostics: [{}], results: [{}] })).toBe(false);
  });
});

test('gitlab: fingerprints are unique, suppressed findings are info with their reason, rejected ones are left out', async () => {
  const twice = sampleReports.veto.findings.flatMap((finding) => [finding, finding]);
  const issues = JSON.parse(await render('gitlab', { ...sampleReports.veto, findings: twice }));
  expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(issues.length);
  const info = issues.filter(({ severity }: { severity: string }) => severity === 'info');
  expect(info).toHaveLength(2);
  expect(info[0].description).toMatch(/^\[suppressed: documented in the module\] /u);
  expect(issues).toHaveLength(6);
});

/** `junit-10.xsd` of the Jenkins xUnit plugin: attributes of each element, required ones marked with `!`, and what it may hold. */
const JUNIT_ELEMENTS: Readonly<Record<string, { readonly attributes: string; readonly children: readonly string[] }>> =
  {
    testsuites: { attributes: 'name time tests failures errors', children: ['testsuite'] },
    testsuite: {
      attributes: 'name! tests! failures! errors! group time skipped timestamp hostname id package file log url',
      children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    },
    testcase: { attributes: 'name! time classname group', children: ['skipped', 'error', 'failure'] },
    ...Object.fromEntries(
      ['skipped', 'error', 'failure'].map((name) => [name, { attributes: 'type message', children: [] }]),
    ),
  };

/** What the schema would refuse. */
function checkJunit({ name, attributes, children }: XmlElement): readonly string[] {
  const known = JUNIT_ELEMENTS[name]?.attributes.split(' ') ?? [];
  const lacking = known.filter((each) => each.endsWith('!') && attributes[each.slice(0, -1)] === undefined);
  const foreign = Object.keys(attributes).filter((each) => !known.some((one) => one.replace('!', '') === each));
  const strangers = children.filter((child) => !JUNIT_ELEMENTS[name]?.children.includes(child.name));
  const own = [...lacking, ...foreign, ...strangers.map((child) => `<${child.name}>`)].map((each) => `${name} ${each}`);
  return [...own, ...children.flatMap(checkJunit)];
}

describe('junit', () => {
  test.each([...Object.entries(sampleReports), ['hostile strings', hostile] as const])(
    '%s has the elements and attributes of the schema',
    async (_, report) => {
      expect(checkJunit(readXml(await render('junit', report)))).toEqual([]);
    },
  );

  test('the check can fail', () => {
    const text =
      '<testsuites skipped="1"><testsuite name="a" tests="0" failures="0"><skipped/></testsuite></testsuites>';
    expect(checkJunit(readXml(text))).toEqual(['testsuites skipped', 'testsuite errors!', 'testsuite <skipped>']);
  });

  test.each([...Object.entries(sampleReports), ['hostile strings', hostile] as const])(
    '%s is well-formed, and its counts are those of its cases',
    async (_, report) => {
      const root = readXml(await render('junit', report));
      expect(root.name).toBe('testsuites');
      for (const suite of root.children) {
        expect([suite.name, typeof suite.attributes.name]).toEqual(['testsuite', 'string']);
        const cases = suite.children;
        for (const each of cases) {
          expect([each.name, typeof each.attributes.name, typeof each.attributes.classname]).toEqual([
            'testcase',
            'string',
            'string',
          ]);
          expect(each.children.every(({ name }) => ['failure', 'error', 'skipped'].includes(name))).toBe(true);
        }
        const count = (name: string): number => cases.filter(({ children }) => children[0]?.name === name).length;
        expect(suite.attributes).toMatchObject({
          tests: String(cases.length),
          failures: String(count('failure')),
          errors: String(count('error')),
          skipped: String(count('skipped')),
        });
      }
    },
  );

  test('a file that was not reviewed is an error, one without findings passes, what does not count is skipped with its reason', async () => {
    const partial = await render('junit', sampleReports.partial);
    expect(partial).toContain('<error message="not reviewed by security-reviewer: budget" type="not-reviewed"/>');
    expect(partial).toMatch(/name="no finding" time="0"\/>/u);
    expect(await render('junit', sampleReports.veto)).toContain(
      '<skipped message="suppressed: documented in the module"/>',
    );
    expect(await render('junit', sampleReports.change)).toContain('<skipped message="older than this change"/>');
  });
});

test('csv: a row per finding, cells that no spreadsheet runs', async () => {
  const text = await render('csv', hostile);
  const rows = readCsv(text);
  expect(rows).toHaveLength(HOSTILE_STRINGS.length + 1);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^\s*[=+@\uff1d\t|%-]/u);
});

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('github', () => {
  test('each line is one of our commands: nothing of the repository begins one, ends one or adds a property', async () => {
    const lines = (await render('github', hostile)).trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(
        /^::(?:error|warning|notice|debug)(?: (?:file|title)=[^:,\r\n]*(?:,line=\d+,endLine=\d+,title=[^:,\r\n]*)?)?::[^\r\n]*$/u,
      );
    expect(lines.filter((line) => line.startsWith('::error file='))).toHaveLength(
      hostile.findings.filter(({ status }) => status === 'confirmed').length,
    );
  });

  test('the last line is the verdict; what does not count is told', async () => {
    const text = await render('github', sampleReports.veto);
    expect(text).toContain('::notice title=consensus-review::1 finding suppressed\n');
    expect(text).toMatch(/::error title=consensus-review::VETO, complete: 1 critical, 1 medium, 1 suppressed\n$/u);
    expect(await render('github', sampleReports.partial)).toContain(
      '5 files not reviewed by everyone it was assigned to',
    );
  });
});

test('there are 200 hostile strings and more', () => expect(HOSTILE_STRINGS.length).toBeGreaterThanOrEqual(200));

describe('200 hostile strings are inert', () => {
  const CONTROL = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
  test.each(FORMAT_NAMES)('in %s', async (format) => {
    const text = await render(format, hostile);
    // Markdown breaks mentions with a space that has no width; rows of CSV end with CR and LF.
    const seen = text.replaceAll('@\u200b', '@').replaceAll('\r\n', '\n');
    expect([format, CONTROL.exec(seen)?.[0].codePointAt(0)?.toString(16)]).toEqual([format, undefined]);
    if (/markdown|summary/u.test(format)) {
      const prose = text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/gu, '');
      expect(prose).not.toMatch(/<(?!\/?(?:details|summary)>|https?:)[a-z!/?]/iu);
      expect(prose).not.toMatch(/(?<!\\)\]\(/u);
    }
    if (format === 'sarif') expect(text).not.toMatch(/"(?:helpUri|uri)": "(?:javascript|data):/u);
  });
});

test('a repair is a suggestion whose columns count bytes, as reviewdog counts them', async () => {
  const { diagnostics } = JSON.parse(await render('rdjson', sampleReports.veto)) as {
    readonly diagnostics: readonly { readonly suggestions?: readonly unknown[] }[];
  };
  expect(diagnostics.flatMap(({ suggestions = [] }) => suggestions)).toEqual([
    { range: { start: { line: 120, column: 28 }, end: { line: 120, column: 33 } }, text: 'true' },
  ]);
});
