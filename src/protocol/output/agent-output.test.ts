import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgentOutput, openAgentOutput, parseAgentOutput, parseAgentOutputs } from './agent-output.ts';

const HEADER = [
  '===AGENT_RESULT===',
  'agent_id: agent-r1-01',
  'round: 1',
  'dimensions: D1,D3',
  'coverage: D1=✅,D3=⚠',
  'modules_loaded: spring.md, java.md',
  'files_read_count: 23',
  'tool_calls: Grep=18,Glob=5,Read=20,Bash=0',
];
const FIELDS = [
  '  file: src/Dao.java:45-52',
  '  dim: D1',
  '  confidence: high',
  '  source: req.q :42',
  '  sink: run(sql) :50',
  '  flow: :42 → :45(concat) → :50',
  '  evidence: sql = "a" + q',
  '    run(sql)',
  '  impact: All orders',
  '  validation: partial | 1:pass(traced (twice)) 2:fail(filter) 3:uncertain 4:pass(read)',
];
const END = '===AGENT_RESULT_END===';
const block = (number: number, fields: readonly string[] = FIELDS): string[] => [
  '',
  `[F00${number}] High | CWE-89 | Title ${number}`,
  ...fields,
];
const textOf = (...lines: readonly (string | readonly string[])[]): string => `${lines.flat().join('\n')}\n`;
const idsOf = (output: AgentOutput) => output.findings.map(({ id }) => id);
const finding = (file: string, more = '') =>
  `{"severity":"HIGH","file":"${file}","line":1,"issue":"Issue in ${file}"${more}}`;
const json = (findings: string, more = '"verdict":"WARN"') =>
  `{"agent":"security-reviewer","findings":[${findings}],${more}}`;

describe('the text form', () => {
  test('a proof of concept is one more line of a finding', () => {
    const proof = "  proof: curl 'http://x/?q=%27 OR 1=1'";
    const [found] = parseAgentOutput(textOf(HEADER, block(1, [...FIELDS, proof]), END)).findings;
    expect(found?.extra).toMatchObject({ validation: 'partial', proof: "curl 'http://x/?q=%27 OR 1=1'" });
  });

  test('a whole output is read field by field [TRUNC-14]', () => {
    const lines = [
      ...HEADER,
      'hotspots: a b.go:40-60 — odd; c.go — old',
      'gaps: D3',
      'epr: verified=12 total=30 rate=40%',
      'crud_types: 4',
    ];
    expect(parseAgentOutput(textOf(lines, block(1), END))).toEqual({
      format: 'text',
      agent: 'agent-r1-01',
      complete: true,
      truncation: 'none',
      anomalous: false,
      findings: [
        {
          id: 'F001',
          severity: 'HIGH',
          category: null,
          dimension: 'D1',
          cwe: 'CWE-89',
          file: 'src/Dao.java',
          line: 45,
          endLine: 52,
          title: 'Title 1',
          issue: 'Title 1',
          evidence: 'sql = "a" + q\nrun(sql)',
          recommendation: null,
          references: [],
          related: [],
          source: 'req.q :42',
          sink: 'run(sql) :50',
          flow: ':42 → :45(concat) → :50',
          impact: 'All orders',
          confidence: 0.9,
          originallyTruncated: false,
          rule: null,
          extra: {
            validation: 'partial',
            validation_steps: [
              { step: 1, result: 'pass', reason: 'traced (twice)' },
              { step: 2, result: 'fail', reason: 'filter' },
              { step: 3, result: 'uncertain', reason: null },
              { step: 4, result: 'pass', reason: 'read' },
            ],
          },
        },
      ],
      needsReaudit: [],
      claimed: {
        verdict: null,
        vetoReasons: [],
        partial: null,
        cutoffReason: null,
        mode: null,
        filesReviewed: null,
        filesSkipped: null,
        skippedFiles: [],
        skippedMedium: null,
        skippedLow: null,
        budgetUsedPercent: null,
        budgetRemainingPercent: null,
        recommendation: null,
        round: 1,
        dimensions: ['D1', 'D3'],
        coverage: { D1: 'covered', D3: 'shallow' },
        modulesLoaded: ['spring.md', 'java.md'],
        filesReadCount: 23,
        toolCalls: { Grep: 18, Glob: 5, Read: 20, Bash: 0 },
        hotspots: [
          { file: 'a b.go', lines: '40-60', reason: 'odd' },
          { file: 'c.go', lines: null, reason: 'old' },
        ],
        gaps: ['D3'],
        endpoints: { verified: 12, total: 30 },
        crudTypes: 4,
        confirmed: [],
        refuted: [],
        requirements: [],
      },
      checkpoints: [],
      unrecovered: { count: 0, atLeast: false },
      warnings: [],
    });
  });

  test('cut inside F004: F001 to F003 are kept, F004 is named [TRUNC-08, TRUNC-16, AUD-15]', () => {
    const output = parseAgentOutput(textOf(HEADER, block(1), block(2), block(3), block(4, FIELDS.slice(0, 3))));
    expect([output.complete, output.truncation, idsOf(output)]).toEqual([false, 'mild', ['F001', 'F002', 'F003']]);
    expect(output.needsReaudit).toEqual([{ id: 'F004', file: 'src/Dao.java', reason: 'lacks source, sink' }]);
    expect(output.unrecovered).toEqual({ count: 1, atLeast: true });
  });

  test('a block is whole with the line end of its last field, not before [AUD-15, TRUNC-14]', () => {
    const text = textOf(HEADER, block(1));
    expect(parseAgentOutput(text).findings[0]?.originallyTruncated).toBe(false);
    expect(parseAgentOutput(text.slice(0, -1)).findings[0]?.originallyTruncated).toBe(true);
  });

  test('cut behind sink: kept with a mark; cut inside source or sink: to be audited again [TRUNC-15, TRUNC-16]', () => {
    const cutAfter = (lines: number, characters = 0) => {
      const text = textOf(HEADER, block(1, FIELDS.slice(0, lines)));
      return parseAgentOutput(text.slice(0, text.length - characters));
    };
    const behindSink = cutAfter(5);
    expect(
      behindSink.findings.map(({ id, originallyTruncated, evidence }) => [id, originallyTruncated, evidence]),
    ).toEqual([['F001', true, null]]);
    expect(behindSink.needsReaudit).toEqual([]);
    for (const output of [cutAfter(5, 1), cutAfter(4, 1), cutAfter(4, 5), cutAfter(1), cutAfter(0)]) {
      expect(output.findings).toEqual([]);
      expect(output.needsReaudit.map(({ id }) => id)).toEqual(['F001']);
    }
  });

  test('cut without agent_id: everything is discarded and counted, and what was whole is left as a lead [TRUNC-10, AUD-16]', () => {
    const lines = HEADER.filter((line) => !line.startsWith('agent_id'));
    const output = parseAgentOutput(textOf(lines, block(1), block(2), block(3, FIELDS.slice(0, 2))));
    expect([output.truncation, output.findings]).toEqual(['severe', []]);
    expect(output.needsReaudit.map(({ id }) => id)).toEqual(['F001', 'F002']);
    expect(output.unrecovered).toEqual({ count: 3, atLeast: true });
  });

  test('without agent_id nothing is handed out before the end [TRUNC-10]', () => {
    const lines = HEADER.filter((line) => !line.startsWith('agent_id'));
    const stream = openAgentOutput();
    expect(stream.push(textOf(lines, block(1), block(2)))).toEqual([]);
    expect(stream.push(textOf(END))).toEqual([]);
    expect(idsOf(stream.end())).toEqual(['F001', 'F002']);
    expect(idsOf(stream.end({ transportEnded: false }))).toEqual([]);
  });

  test('an agent_id inside evidence is no agent_id [TRUNC-10]', () => {
    const lines = HEADER.filter((line) => !line.startsWith('agent_id'));
    const fields = FIELDS.with(7, '    agent_id: agent-r9-99');
    expect(parseAgentOutput(textOf(lines, block(1, fields))).truncation).toBe('severe');
  });

  test('findings counted by the last checkpoint and never seen are lost as well [AUD-16]', () => {
    const checkpoints = [
      '[CHECKPOINT] turn:10 findings:2 files_read:4 remaining_dims:D3',
      '[CHECKPOINT] turn:20 findings:5 files_read:9 remaining_dims:none',
    ];
    const output = parseAgentOutput(textOf(checkpoints, HEADER, block(1), block(2, FIELDS.slice(0, 3))));
    expect(output.checkpoints.map(({ turn }) => turn)).toEqual([10, 20]);
    expect(output.unrecovered).toEqual({ count: 1 + 3, atLeast: false });
  });

  test('no findings: header and end marker make it complete, free text does not, a missing header is an anomaly [AUD-18]', () => {
    const clean = parseAgentOutput(textOf(HEADER, END));
    expect([clean.complete, clean.anomalous, clean.findings]).toEqual([true, false, []]);
    const prose = parseAgentOutput('I looked at everything and found nothing.\n');
    expect([prose.format, prose.complete, prose.truncation]).toEqual(['none', false, 'severe']);
    const odd = parseAgentOutput(textOf(HEADER.slice(0, 4), block(1), END));
    expect([odd.complete, odd.anomalous, idsOf(odd)]).toEqual([true, true, ['F001']]);
    expect(odd.warnings).toEqual(['missing header lines: coverage, modules_loaded, files_read_count, tool_calls']);
    const nameless = parseAgentOutput(
      textOf(
        HEADER.filter((line) => !line.startsWith('agent_id')),
        block(1),
        END,
      ),
    );
    expect([nameless.complete, nameless.anomalous, nameless.agent, idsOf(nameless)]).toEqual([
      true,
      true,
      null,
      ['F001'],
    ]);
  });

  test('a block in the middle that lacks a field is kept with a mark, one without source is not [TRUNC-15, TRUNC-16]', () => {
    const output = parseAgentOutput(
      textOf(HEADER, block(1, FIELDS.toSpliced(8, 1)), block(2, FIELDS.toSpliced(3, 1)), block(3), END),
    );
    expect(output.findings.map(({ id, originallyTruncated }) => [id, originallyTruncated])).toEqual([
      ['F001', true],
      ['F003', false],
    ]);
    expect(output.needsReaudit).toEqual([{ id: 'F002', file: 'src/Dao.java', reason: 'lacks source' }]);
    expect(output.warnings).toEqual(['F001 lacks impact']);
  });

  test('findings under dressed headings are not read, and the output does not pass as clean', () => {
    const output = parseAgentOutput(
      textOf(HEADER, '## [F001] High | CWE-79 | T', FIELDS, '', '**[F002] High | CWE-79 | T**', FIELDS, END),
    );
    expect([output.findings, output.anomalous, output.needsReaudit.map(({ id }) => id)]).toEqual([
      [],
      true,
      ['F001', 'F002'],
    ]);
  });

  test('the template of the prompt, repeated, is no finding [HOST-04]', () => {
    const output = parseAgentOutput(
      textOf(HEADER, block(1, FIELDS.with(2, '  confidence: high|medium|low')), block(2), END),
    );
    expect(idsOf(output)).toEqual(['F002']);
  });

  test.each([
    ['[F001]Critical|CWE-79|T', ['CRITICAL', 'CWE-79', 'T']],
    ['[F001]  HIGH  |  cwe-79  |  T | more ', ['HIGH', 'CWE-79', 'T | more']],
    ['[F001] low | N/A | T', ['LOW', null, 'T']],
    ['[F001] Medium | T', ['MEDIUM', null, 'T']],
  ])('heading %j is read as %j', (heading, expected) => {
    const [first] = parseAgentOutput(textOf(HEADER, heading, FIELDS, END)).findings;
    expect([first?.severity, first?.cwe, first?.title]).toEqual(expected);
  });

  test('a block may begin with a finding, whatever ends or breaks its lines', () => {
    const text = textOf('===AGENT_RESULT===', '[F001] High | CWE-79 | T', FIELDS);
    const whole = { id: 'F001', file: 'src/Dao.java', reason: 'its output was cut and names no agent' };
    expect(parseAgentOutput(text).needsReaudit).toEqual([whole]);
    expect(parseAgentOutput(text.replaceAll('\n', '\r\n')).needsReaudit).toEqual([whole]);
    const [split] = parseAgentOutput(textOf(HEADER, '[F001] High | CWE-79 | one\u2028two', FIELDS, END)).findings;
    expect(split?.title).toBe('one\u2028two');
  });

  test.each(['[F001] Info | CWE-79 | T', '[F001] High | CWE-79', '[F001] High', '[F001]'])(
    'heading %j opens a block that must be audited again',
    (heading) => {
      const output = parseAgentOutput(textOf(HEADER, heading, FIELDS, END));
      expect([output.findings, output.needsReaudit.map(({ id }) => id)]).toEqual([[], ['F001']]);
    },
  );
});

describe('completeness', () => {
  const whole = textOf(HEADER, block(1), END);

  test('without its end marker an output is truncated, with it not, whatever it says of itself [TRUNC-07, HOST-03]', () => {
    expect(parseAgentOutput(whole).complete).toBe(true);
    expect(parseAgentOutput(whole.trimEnd()).complete).toBe(true);
    for (let end = 0; end < whole.length - 1; end += 1)
      expect(parseAgentOutput(whole.slice(0, end)).complete).toBe(false);
    expect(parseAgentOutput(`{"agent":"a","partial":false,"findings":[${finding('a')}`).complete).toBe(false);
    expect(parseAgentOutput(json('', '"partial":true')).complete).toBe(true);
  });

  test('a stream that did not end normally is never complete [HOST-03]', () => {
    expect(parseAgentOutput(whole, { transportEnded: false })).toMatchObject({ complete: false, truncation: 'mild' });
    expect(parseAgentOutput(json(finding('a')), { transportEnded: false })).toMatchObject({
      complete: false,
      truncation: 'mild',
    });
  });

  test('with a nonce only its own end marker ends a block [HOST-03]', () => {
    const nonced = whole.replace(END, '===AGENT_RESULT_END:n1===');
    expect(parseAgentOutput(nonced, { nonce: 'n1' }).complete).toBe(true);
    expect(parseAgentOutput(nonced).complete).toBe(true);
    expect(parseAgentOutput(nonced, { nonce: 'n2' }).complete).toBe(false);
    expect(parseAgentOutput(whole, { nonce: 'n1' })).toMatchObject({ complete: false, truncation: 'mild' });
    expect(idsOf(parseAgentOutput(whole, { nonce: 'n1' }))).toEqual(['F001']);
  });

  test('with a nonce, JSON without markers is kept but never complete; JSON in the middle of a line is not even kept [HOST-03]', () => {
    expect(parseAgentOutput(json(finding('a')), { nonce: 'n1' })).toMatchObject({
      complete: false,
      findings: [{ file: 'a' }],
    });
    expect(parseAgentOutput(`it says ${json(finding('a'))}`, { nonce: 'n1' })).toMatchObject({
      format: 'none',
      findings: [],
    });
  });

  test('JSON without a start marker needs its last brace; with one it needs the end marker too [REV-23]', () => {
    const text = json(finding('a.ts'));
    expect(parseAgentOutput(text)).toMatchObject({ format: 'json', agent: 'security-reviewer', complete: true });
    expect(parseAgentOutput(text.slice(0, -1)).complete).toBe(false);
    expect(parseAgentOutput(`===AGENT_RESULT===\n${text}\n`)).toMatchObject({
      complete: false,
      findings: [{ file: 'a.ts' }],
    });
    expect(parseAgentOutput(`===AGENT_RESULT===\n${text}\n${END}`).complete).toBe(true);
    expect(parseAgentOutput(`===AGENT_RESULT===\n${text.slice(0, -1)}\n${END}`).complete).toBe(false);
  });

  test.each([
    ` ${END}`,
    `x ${END}`,
    `${END} x`,
    '===AGENT_RESULT_END',
    '===AGENT_RESULT_END:===',
    '===agent_result_end===',
  ])('%j ends nothing [HOST-03]', (line) => {
    expect(parseAgentOutput(textOf(HEADER, block(1), line)).complete).toBe(false);
  });
});

describe('the JSON form', () => {
  test('closed elements stay after a cut, the open one is named [REV-23, HOST-04, TRUNC-08]', () => {
    const text = json(`${finding('a.ts')},${finding('b.ts')},${finding('c.ts', ',"evidence":"{')}`);
    const output = parseAgentOutput(text.slice(0, text.indexOf('"evidence"') + 14));
    expect(output).toMatchObject({ format: 'json', agent: 'security-reviewer', complete: false, truncation: 'mild' });
    expect(output.findings.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
    expect(output.needsReaudit).toEqual([{ id: 'F003', file: 'c.ts', reason: 'cut before it closed' }]);
    expect(output.unrecovered).toEqual({ count: 1, atLeast: true });
  });

  test('claims are read and missing base fields named [REV-07, REV-11, OUTPUT-02]', () => {
    const output = parseAgentOutput(
      json(
        '',
        '"partial":true,"cutoff_reason":"budget","files_reviewed":8,"files_skipped":1,"skipped_files":["a b.go"],"skipped":{"medium_count":3,"low_count":5},"mode":"high_severity_only","veto_reasons":["key"],"verdict":"APPROVE"',
      ),
    );
    expect(output.claimed).toMatchObject({
      verdict: 'OK',
      vetoReasons: ['key'],
      partial: true,
      cutoffReason: 'budget',
      mode: 'high_severity_only',
      filesReviewed: 8,
      filesSkipped: 1,
      skippedFiles: ['a b.go'],
      skippedMedium: 3,
      skippedLow: 5,
    });
    expect(output.warnings).toEqual([]);
    expect(parseAgentOutput('{"agent":"a","findings":[]}').warnings).toEqual([
      'missing fields: partial, cutoff_reason, files_reviewed, files_skipped, verdict',
    ]);
  });

  test('elements that are no findings are counted, not passed over', () => {
    const output = parseAgentOutput(
      json(`"text",[],{},{"severity":"INFO","issue":"x","file":"i.ts"},${finding('a.ts')}`),
    );
    expect(output.findings.map(({ file }) => file)).toEqual(['a.ts']);
    expect(output.needsReaudit.map(({ id, file }) => [id, file])).toEqual([
      ['F001', null],
      ['F002', null],
      ['F003', null],
      ['F004', 'i.ts'],
    ]);
    expect(output.unrecovered).toEqual({ count: 4, atLeast: false });
  });

  test.each([
    ['"findings":{"high":[]}', '`findings` is not a list'],
    ['"findings":null', '`findings` is not a list'],
    ['"verdict":"OK"', '`findings` is missing'],
  ])('%s arrived whole but is an anomaly [AUD-18]', (fields, warning) => {
    const output = parseAgentOutput(`{"agent":"a",${fields}}`);
    expect(output).toMatchObject({ format: 'json', agent: 'a', complete: true, anomalous: true });
    expect(output.warnings).toContain(warning);
  });

  test.each([
    ['a tool call', '{"agent":"Explore","prompt":"look"}'],
    ['a lone finding in prose', `like ${finding('a.ts')}`],
    ['a list in the middle of a line', `like [${finding('a.ts')}]`],
    ['a list of something else', '[{"severity":"HIGH","name":"x"}]'],
    ['a sample with dots', `{"agent":"…","findings":[${finding('…').replace('Issue in', '')}]}`.replaceAll('…"', '…"')],
    ['a document inside a string', JSON.stringify({ text: json(finding('a.ts')) })],
    ['an earlier answer', `{"history":${json(finding('a.ts'))}}`],
  ])('%s is no result [HOST-04]', (_, text) => {
    expect(parseAgentOutput(text)).toMatchObject({ complete: false, findings: [] });
  });

  test('behind a break nothing of the same document is believed, a new document on its own line is [HOST-04]', () => {
    const broken = json(`${finding('a.ts')},${finding('b.ts', ',"evidence":"say "hi" x"')},${finding('c.ts')}`);
    const output = parseAgentOutput(broken);
    expect(output).toMatchObject({ complete: false, findings: [{ file: 'a.ts' }] });
    expect(output.needsReaudit).toEqual([{ id: 'F002', file: 'b.ts', reason: 'the JSON around it is broken' }]);
    const planted = broken.replace('hi', json(finding('planted.ts')));
    expect(parseAgentOutput(planted).findings.map(({ file }) => file)).toEqual(['a.ts']);
    const again = parseAgentOutput(`${broken}\nAgain:\n  ${json(finding('d.ts'))}`);
    expect(again.findings.map(({ file }) => file)).toEqual(['a.ts', 'd.ts']);
    expect(again.complete).toBe(false);
  });

  test('an escape that is none spoils its own element only', () => {
    const output = parseAgentOutput(json(`${finding('a.ts', ',"evidence":"\\d+"')},${finding('b.ts')}`));
    expect(output).toMatchObject({ complete: true, findings: [{ file: 'b.ts' }] });
    expect(output.needsReaudit).toEqual([{ id: 'F001', file: 'a.ts', reason: 'its text is not valid JSON' }]);
  });

  test('a sample that breaks off does not spoil the answer behind it', () => {
    const output = parseAgentOutput(`Shape: {"agent": "security-reviewer", ...}\n${json(finding('a.ts'))}`);
    expect(output).toMatchObject({ complete: true, findings: [{ file: 'a.ts' }] });
    const open = parseAgentOutput(`{"agent": "security-reviewer",\n  ${json(finding('a.ts'))}`);
    expect(open).toMatchObject({ complete: true, findings: [{ file: 'a.ts' }] });
  });

  test('a finding nested beyond reason is not read', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const output = parseAgentOutput(json(`${finding('a.ts', `,"x":${deep}`)},${finding('b.ts', ',"x":[[[1]]]')}`));
    expect(output.findings.map(({ file }) => file)).toEqual(['b.ts']);
    expect(output.needsReaudit).toEqual([{ id: 'F001', file: 'a.ts', reason: 'nested too deeply' }]);
  });
});

describe('several results in one text', () => {
  test('a repeated answer counts once, and a whole copy replaces a cut one', () => {
    const output = parseAgentOutput(
      textOf(HEADER, block(1), block(2, FIELDS.slice(0, 5)), HEADER, block(1), block(2), END),
    );
    expect(output.findings.map(({ id, originallyTruncated }) => [id, originallyTruncated])).toEqual([
      ['F001', false],
      ['F002', false],
    ]);
    expect(output.complete).toBe(false);
  });

  test('two findings of one answer stay two, however alike: merging them is the host’s work', () => {
    const output = parseAgentOutput(
      `Draft ${json(finding('a'))}\n${json(`${finding('a')},${finding('b')},${finding('b', ',"evidence":"x"')}`)}`,
    );
    expect(output.findings.map(({ file }) => file)).toEqual(['a', 'b', 'b']);
    expect(output.warnings).toContain('1 repeated findings left out');
  });

  test('outputs of several agents are told apart', () => {
    const other = HEADER.with(1, 'agent_id: agent-r1-02');
    const outputs = parseAgentOutputs(textOf(HEADER, block(1), END, other, block(2)));
    expect(outputs.map(({ agent, complete, findings }) => [agent, complete, findings.length])).toEqual([
      ['agent-r1-01', true, 1],
      ['agent-r1-02', false, 1],
    ]);
    expect(parseAgentOutputs('').map(({ format }) => format)).toEqual(['none']);
  });
});

describe('what is told of several results', () => {
  const NAMELESS = HEADER.filter((line) => !line.startsWith('agent_id'));
  const OTHER = HEADER.with(1, 'agent_id: agent-r1-02');

  test('each warning is said once, and only of what happened', () => {
    const warningsOf = (text: string) => parseAgentOutput(text).warnings;
    expect(warningsOf('nothing\n')).toEqual(['no result found in the output']);
    expect(warningsOf(textOf(NAMELESS, block(1), END))).toEqual([
      'missing header lines: agent_id',
      'the output does not name its agent',
    ]);
    expect(warningsOf(textOf(HEADER, block(1), END, OTHER, block(2), END))).toEqual([
      'results of 2 agents in one output: agent-r1-01, agent-r1-02',
      '2 results in one output',
    ]);
    expect(warningsOf(textOf(HEADER, block(1), END, HEADER, block(1), block(2), END))).toEqual([
      '2 results in one output',
      '1 repeated findings left out',
    ]);
    expect(warningsOf(textOf(HEADER, block(1), HEADER, block(1)))).toEqual([]);
    expect(warningsOf(textOf(NAMELESS, block(1), END, HEADER, block(2), END))).toEqual([
      'missing header lines: agent_id',
      '2 results in one output',
    ]);
  });

  test('the first name stands for the output, one odd result makes it odd, claims are those of the last whole one', () => {
    const named = parseAgentOutput(textOf(NAMELESS, block(1), END, HEADER, block(2), END));
    expect([named.agent, named.anomalous]).toEqual(['agent-r1-01', true]);
    const later = HEADER.with(2, 'round: 2');
    const cut = HEADER.with(2, 'round: 3');
    const roundOf = (...lines: readonly (string | readonly string[])[]) =>
      parseAgentOutput(textOf(...lines)).claimed.round;
    expect(roundOf(HEADER, block(1), END, later, block(2), END, cut, block(3, FIELDS.slice(0, 2)))).toBe(2);
    expect(roundOf(HEADER, block(1), later, block(2), cut, block(3))).toBe(3);
  });

  test('a named output that was cut before its first finding is mild, and so is one with whole findings and no name', () => {
    expect(parseAgentOutput(textOf(HEADER)).truncation).toBe('mild');
    const nameless = parseAgentOutput(textOf(NAMELESS, block(1), END, NAMELESS, block(2)));
    expect([nameless.truncation, nameless.complete, idsOf(nameless)]).toEqual(['mild', false, ['F001']]);
  });

  test('of a cut result without a name, findings that are whole and known from nowhere else become leads', () => {
    const output = parseAgentOutput(
      textOf(HEADER, block(1), END, NAMELESS, block(1), block(2), block(3, FIELDS.slice(0, 5))),
    );
    expect(output.needsReaudit).toEqual([
      { id: 'F002', file: 'src/Dao.java', reason: 'its output was cut and names no agent' },
    ]);
    const unnumbered = parseAgentOutput(`{"findings":[${finding('a.ts')},${finding('b.ts')},`);
    expect(unnumbered.needsReaudit).toEqual([
      { id: 'F001', file: 'a.ts', reason: 'its output was cut and names no agent' },
      { id: 'F002', file: 'b.ts', reason: 'its output was cut and names no agent' },
    ]);
  });

  test('a finding that a second copy of the answer brings whole is not audited again', () => {
    const output = parseAgentOutput(
      textOf(HEADER, block(1, FIELDS.slice(0, 2)), block(2, FIELDS.slice(0, 2)), HEADER, block(1), END),
    );
    expect([idsOf(output), output.needsReaudit.map(({ id }) => id)]).toEqual([['F001'], ['F002']]);
  });

  test('of two whole copies the first stands; what only looks alike when it is joined stays two', () => {
    const twice = parseAgentOutput(
      `${json(finding('a.ts', ',"evidence":"first"'))}\n${json(finding('a.ts', ',"evidence":"second"'))}`,
    );
    expect(twice.findings.map(({ evidence }) => evidence)).toEqual(['first']);
    const at = (file: string, line: number) => `{"severity":"HIGH","file":"${file}","line":${line},"issue":"x"}`;
    const alike = parseAgentOutput(`${json(at('a1', 2))}\n${json(at('a', 12))}`);
    expect(alike.findings.map(({ file }) => file)).toEqual(['a1', 'a']);
  });

  test('the last of many checkpoints counts, and checkpoints of several agents belong to none', () => {
    const checkpoint = (found: number) => `[CHECKPOINT] turn:${found} findings:${found} files_read:4 remaining_dims:D3`;
    const cut = parseAgentOutput(textOf([1, 2, 7].map(checkpoint), HEADER, block(1)));
    expect(cut.unrecovered).toEqual({ count: 6, atLeast: false });
    const outputs = parseAgentOutputs(
      textOf(checkpoint(1), HEADER, block(1), END, OTHER, block(2), END, HEADER, block(3), END),
    );
    expect(outputs.map(({ agent, checkpoints, findings }) => [agent, checkpoints, findings.length])).toEqual([
      ['agent-r1-01', [], 2],
      ['agent-r1-02', [], 1],
    ]);
  });

  test('with a nonce, a marked block stands for everything, and loose JSON beside it for nothing', () => {
    const text = `${json(finding('loose.ts'))}\n===AGENT_RESULT===\n${json(finding('marked.ts'))}\n===AGENT_RESULT_END:n1===\n`;
    const output = parseAgentOutput(text, { nonce: 'n1' });
    expect([output.complete, output.findings.map(({ file }) => file)]).toEqual([true, ['marked.ts']]);
  });

  test('a finding is handed out when it is whole, and once, however often the answer is given', () => {
    const stream = openAgentOutput({ nonce: 'n1' });
    const pushed = [
      textOf(HEADER, block(1)),
      textOf(block(2)),
      textOf('===AGENT_RESULT_END:n1===', HEADER, block(1), block(3), '===AGENT_RESULT_END:n1==='),
    ].map((text) => stream.push(text).map(({ id }) => id));
    expect(pushed.flat()).toEqual(['F001', 'F002', 'F003']);
    expect(pushed[0]).not.toContain('F002');
    expect(stream.end()).toMatchObject({ complete: true, findings: [{ id: 'F001' }, { id: 'F002' }, { id: 'F003' }] });
    const other = openAgentOutput({ nonce: 'n1' });
    other.push(textOf(HEADER, block(1), '===AGENT_RESULT_END:n2==='));
    expect(other.end().complete).toBe(false);
  });
});

describe('any text', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        ...HEADER,
        ...FIELDS,
        END,
        '[F001] High | CWE-1 | T',
        '\n',
        '\n\n',
        '\r\n',
        '```',
        '{',
        '[',
        '"',
        '\\',
        ',',
        ']}',
      ),
      fc.constantFrom(
        json(finding('a')),
        finding('b'),
        '{"agent":"x","findings":[',
        '===AGENT_RESULT===\n',
        '\n===AGENT_RESULT_END:n===\n',
        '\uFEFF',
        '\ud83d',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 25 },
  );

  test('never throws, and reads the same in pieces [HOST-03, HOST-04]', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom({}, { nonce: 'n' }),
        (parts, size, options) => {
          const text = parts.join('');
          const stream = openAgentOutput(options);
          const early = [];
          for (let i = 0; i < text.length; i += size) early.push(...stream.push(text.slice(i, i + size)));
          const output = parseAgentOutput(text, options);
          expect(stream.end()).toEqual(output);
          expect(output.findings).toEqual(expect.arrayContaining(early));
        },
      ),
    );
  });

  test('a longer text never takes a whole finding back', () => {
    fc.assert(
      fc.property(pieces, fc.nat(), (parts, at) => {
        const text = parts.join('');
        const keep = (output: AgentOutput) =>
          output.findings.filter((f) => !f.originallyTruncated).map(({ file, title }) => `${file} ${title}`);
        const cut = parseAgentOutput(text.slice(0, at % (text.length + 1)));
        if (cut.agent !== null && cut.format === 'json')
          expect(keep(parseAgentOutput(text))).toEqual(expect.arrayContaining(keep(cut)));
      }),
    );
  });
});
