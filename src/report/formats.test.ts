import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildReport, sampleOutgoingPlan, samplePlan, sampleReports } from '../../test/support/sample-reports.ts';
import { FORMAT_NAMES } from '../protocol/config/config-names.ts';
import { parseSignal } from '../protocol/signals/signal-text.ts';
import { renderPlan, renderReport } from './formats.ts';

const GOLDEN = join(import.meta.dirname, '../../test/golden/reports');
const PLAIN = { color: false, width: 80, verbose: false };
const EXTENSIONS = {
  terminal: 'txt',
  markdown: 'md',
  json: 'json',
  jsonl: 'jsonl',
  sarif: 'sarif',
  html: 'html',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  junit: 'junit.xml',
  csv: 'csv',
  rdjson: 'rdjson',
  'semgrep-json': 'semgrep.json',
  'agent-json': 'agents.json',
  signal: 'signal.txt',
  summary: 'summary.md',
} as const;
const SAMPLES = Object.entries(sampleReports);

describe.each(SAMPLES)('%s', (name, report) => {
  test.each(FORMAT_NAMES)('%s is as recorded', async (format) => {
    const path = join(GOLDEN, `${name}.${EXTENSIONS[format]}`);
    await expect(await renderReport(format, report, PLAIN)).toMatchFileSnapshot(path);
  });

  test('wide, coloured and verbose on a terminal is as recorded', async () => {
    const text = await renderReport('terminal', report, { color: true, width: 120, verbose: true });
    await expect(text.replaceAll('\u001b', '␛')).toMatchFileSnapshot(join(GOLDEN, `${name}.120.color.txt`));
  });

  test.each(FORMAT_NAMES)('%s ends with one newline and says the same twice', async (format) => {
    const text = await renderReport(format, report, PLAIN);
    expect(text).toMatch(/[^\n]\n$/u);
    expect(await renderReport(format, report, PLAIN)).toBe(text);
  });
});

test.each(['terminal', 'markdown', 'json'] as const)('a plan as %s is as recorded', async (format) => {
  await expect(await renderPlan(format, samplePlan, PLAIN)).toMatchFileSnapshot(
    join(GOLDEN, `plan.${EXTENSIONS[format]}`),
  );
});

test.each(['terminal', 'markdown', 'json'] as const)(
  'a plan that shows what would leave is, as %s, as recorded',
  async (format) => {
    await expect(await renderPlan(format, sampleOutgoingPlan, PLAIN)).toMatchFileSnapshot(
      join(GOLDEN, `plan-outgoing.${EXTENSIONS[format]}`),
    );
  },
);

test.each(FORMAT_NAMES.filter((format) => !['terminal', 'markdown', 'json'].includes(format)))(
  'a plan has no format %s',
  async (format) => {
    await expect(renderPlan(format, samplePlan, PLAIN)).rejects.toThrow(
      `a plan has no format ${format}; it has terminal, markdown, json`,
    );
  },
);

describe('json', () => {
  test.each(SAMPLES)('%s reads back as the same document', async (_, report) => {
    expect(JSON.parse(await renderReport('json', report, PLAIN))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  test('keys have the order of the document whoever built it', async () => {
    const { schema, ...rest } = sampleReports.veto;
    const shuffled = { ...rest, findings: rest.findings.map(({ id, ...finding }) => ({ ...finding, id })), schema };
    expect(await renderReport('json', shuffled, PLAIN)).toBe(await renderReport('json', sampleReports.veto, PLAIN));
  });

  test('no raw character that a terminal would obey', async () => {
    expect(await renderReport('json', sampleReports.hostile, PLAIN)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });
});

describe('signal', () => {
  test('the last signal of the run, in its envelope, can be read back', async () => {
    const text = await renderReport('signal', sampleReports.veto, PLAIN);
    expect(text).toMatch(/^IMPLEMENTATION_COMPLETE: 4\nplan_file: /u);
    const parsed = parseSignal(text, { mode: 'strict' });
    expect(parsed?.problems).toEqual([]);
    expect(parsed?.fields).toMatchObject({ ...sampleReports.veto.signals.at(-1) });
  });

  test('a run without a signal says so in a comment', async () => {
    expect(await renderReport('signal', buildReport(), PLAIN)).toBe('# this run has no return signal\n');
  });
});
