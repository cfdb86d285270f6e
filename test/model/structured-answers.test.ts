/** Hosted models hold a whole answer to the provider's own JSON schema where they have no tools, and write our form elsewhere. */
import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { reviewOverHttp } from './review-over-http.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const FINDING = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
};
const RESULT = { agent: 'security-reviewer', findings: [FINDING], verdict: 'WARN' };

interface Format {
  readonly schema: { readonly properties: { readonly end: { readonly enum: readonly [string] } } };
}

/** Where each wire has it. */
const formatOf = ({ body }: LoopbackRequest): Format | undefined => {
  const asked = body as { text?: { format?: Format }; output_config?: { format?: Format }; output_format?: Format };
  return asked.text?.format ?? asked.output_config?.format ?? asked.output_format;
};

const inForm = ({ body }: LoopbackRequest): string =>
  `===AGENT_RESULT===\n${JSON.stringify(RESULT)}\n${/===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0]}\n`;

async function review(model: string, refusesSchema = false, hasTools = false) {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => {
    const format = formatOf(request);
    if (format === undefined) return { text: inForm(request) };
    if (refusesSchema) return { fault: { kind: 'status', status: 400, message: 'response format is not supported' } };
    return { text: JSON.stringify({ ...RESULT, end: format.schema.properties.end.enum[0] }), chunkChars: 9 };
  });
  const { report } = await reviewOverHttp(provider, {
    model,
    files: { 'src/a.ts': 'query(input)\n' },
    config: hasTools ? {} : { modelsWithoutTools: [model] },
  });
  return { report, formats: provider.requests.map(formatOf) };
}

const HOSTED = ['anthropic/claude-sonnet-5-5', 'openai/gpt-6-sol'];

test.each(HOSTED)('%s is held to a schema without limits of lengths, and its answer is the result', async (model) => {
  const { report, formats } = await review(model);
  expect([report.complete, report.findings.map(({ title }) => title)]).toEqual([true, [FINDING.issue]]);
  expect(formats).toHaveLength(1);
  expect(JSON.stringify(formats[0])).toContain('"additionalProperties":false');
  expect(JSON.stringify(formats[0])).not.toMatch(/"(?:m(?:in|ax)(?:Length|Items)|minimum|maximum)":/u);
});

test('a schema that the provider does not take is left out, once and said', async () => {
  const { report, formats } = await review('openai/gpt-6-sol', true);
  expect(formats.map((format) => format !== undefined)).toEqual([true, false]);
  expect([report.complete, report.findings.length]).toEqual([true, 1]);
  expect(report.notes.join()).toContain('takes no JSON schema, so its answers were asked for as text');
});

test.each([
  ['openai/gpt-4', false],
  ['openai-compatible/any', false],
  ['openai/gpt-6-sol', true],
])('%s (tools: %s) writes the text form', async (model, hasTools) => {
  const { report, formats } = await review(model, false, hasTools);
  expect([formats, report.complete]).toEqual([[undefined], true]);
});

/** So much prose in the first turn that one short answer without tools is left. */
const PROSE = 'word '.repeat(7900);

test.each([
  ['is held to the schema', (end: string) => JSON.stringify({ ...RESULT, end }), [false, true]],
  ['writes the text form all the same', null, [false, true]],
  ['refuses the schema, and is asked in words alone', 'refuses', [false, true, false]],
] as const)('with tools the one answer behind the soft stop %s [TRUST-05]', async (_title, answer, held) => {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise((request) => {
    const format = formatOf(request);
    if (provider.requests.length === 1) return { text: PROSE };
    if (format === undefined || answer === null) return { text: inForm(request) };
    if (answer === 'refuses')
      return { fault: { kind: 'status', status: 400, message: 'response format is not supported' } };
    return { text: answer(format.schema.properties.end.enum[0]), chunkChars: 9 };
  });
  const { report } = await reviewOverHttp(provider, {
    model: 'openai/gpt-6-sol',
    files: { 'src/a.ts': 'query(input)\n' },
    config: {},
  });
  expect(provider.requests.map((request) => formatOf(request) !== undefined)).toEqual(held);
  expect([report.findings.map(({ title }) => title), report.agents[0]?.status]).toEqual([[FINDING.issue], 'completed']);
});
