import { describe, expect, test } from 'vitest';
import { parseRecording } from './parse-recording.ts';
import { formatRecordingLine, RECORDING_SCHEMA } from './recording-file.ts';
import type { RecordingLine } from './recording-schema.ts';

const CLAIM = { title: 'SQL injection' };
const LINES = {
  head: {
    kind: 'head',
    schema: RECORDING_SCHEMA,
    version: '0.2.0',
    model: 'any/model',
    runId: 'run-1',
    startedAt: 5,
    flags: { mode: 'deep' },
    note: 'by hand',
  },
  scope: { kind: 'scope', files: { 'a.ts': 'aa' } },
  nonce: { kind: 'nonce', key: 'marker', word: 'word' },
  analysis: { kind: 'analysis', key: '1/x/a', events: [] },
  semgrep: { kind: 'semgrep', scan: { findings: [CLAIM] } },
  call: { kind: 'call', call: { key: 'c', result: { kind: 'denied' } } },
  step: { kind: 'step', key: 'search/1', value: [1] },
  end: { kind: 'end', finishedAt: 9 },
} as const;
type Lines = Readonly<Record<string, unknown>>;
const write = (lines: Lines): string =>
  Object.values(lines)
    .map((line) => (typeof line === 'string' ? `${line}\n` : formatRecordingLine(line as RecordingLine)))
    .join('');
const MAKER = ' that this version can read; version 0.2.0 made it';

describe('a recording', () => {
  test('is read with everything that it holds', () => {
    expect(parseRecording(write(LINES))).toEqual({
      head: LINES.head,
      scope: LINES.scope.files,
      nonces: new Map([['marker', 'word']]),
      analyses: [LINES.analysis],
      semgrep: LINES.semgrep.scan,
      calls: [LINES.call.call],
      steps: new Map([['search/1', [1]]]),
      finishedAt: 9,
    });
  });

  test('may hold a head and an end alone; blank lines count for nothing', () => {
    const { flags: _flags, note: _note, ...head } = LINES.head;
    expect(parseRecording(`\n${write({ head })} \t\n${write({ end: LINES.end })}\n`)).toEqual({
      head: { ...head, flags: {}, note: null },
      scope: {},
      nonces: new Map(),
      analyses: [],
      semgrep: null,
      calls: [],
      steps: new Map(),
      finishedAt: 9,
    });
  });

  test('ends with its last end', () => {
    const played = parseRecording(write({ ...LINES, again: { kind: 'end', finishedAt: 12 } }));
    expect(played).toMatchObject({ finishedAt: 12 });
  });

  test.each<[string, Lines]>([
    ['no JSON', { ...LINES, scope: '{' }],
    ['null', { ...LINES, scope: 'null' }],
    ['a list', { ...LINES, scope: '[]' }],
    ['a word', { ...LINES, scope: '"scope"' }],
    ['a kind that does not exist', { ...LINES, scope: { kind: 'other' } }],
    ['a kind of every object', { ...LINES, scope: { kind: 'toString' } }],
    ['a scope of nothing', { ...LINES, scope: { kind: 'scope', files: null } }],
    ['a scope that is a list', { ...LINES, scope: { kind: 'scope', files: [] } }],
    ['a scope that is a text', { ...LINES, scope: { kind: 'scope', files: 'a.ts' } }],
    ['a nonce without a key', { ...LINES, scope: { kind: 'nonce', word: 'w' } }],
    ['a nonce without its word', { ...LINES, scope: { kind: 'nonce', key: 'k' } }],
    ['an analysis without a key', { ...LINES, scope: { kind: 'analysis', events: [] } }],
    ['an analysis without events', { ...LINES, scope: { kind: 'analysis', key: 'k', events: {} } }],
    ['Semgrep without a scan', { ...LINES, scope: { kind: 'semgrep', scan: null } }],
    ['Semgrep without findings', { ...LINES, scope: { kind: 'semgrep', scan: {} } }],
    ['a finding that is none', { ...LINES, scope: { kind: 'semgrep', scan: { findings: [CLAIM, null] } } }],
    ['a finding without a title', { ...LINES, scope: { kind: 'semgrep', scan: { findings: [CLAIM, {}] } } }],
    ['a step without a key', { ...LINES, scope: { kind: 'step', value: 1 } }],
    ['a call of nothing', { ...LINES, scope: { kind: 'call', call: null } }],
    ['a call without a result', { ...LINES, scope: { kind: 'call', call: { key: 'c' } } }],
    ['an end without its time', { ...LINES, scope: { kind: 'end', finishedAt: '9' } }],
  ])('with a line that is %s is none, and says which line and who made it', (_name, lines) => {
    expect(parseRecording(write(lines))).toBe(`line 2 is not a line of a recording${MAKER}`);
  });

  test.each<[string, Lines]>([
    ['no model', { ...LINES.head, model: 1 }],
    ['no run', { ...LINES.head, runId: null }],
    ['no beginning', { ...LINES.head, startedAt: '5' }],
  ])('whose head has %s is none; nobody can say who made it', (_name, head) => {
    expect(parseRecording(write({ ...LINES, head }))).toBe('line 1 is not a line of a recording');
  });

  test.each<[string, Lines]>([
    ['nothing', {}],
    ['another line first', { scope: LINES.scope, head: LINES.head, end: LINES.end }],
    ['another schema', { ...LINES, head: { ...LINES.head, schema: 'consensus-review/recording@2' } }],
  ])('with %s has no head', (_name, lines) => {
    expect(parseRecording(write(lines))).toBe('the first line is not the head of consensus-review/recording@1');
  });

  test('without an end was interrupted', () => {
    const { end: _end, ...cut } = LINES;
    expect(parseRecording(write(cut))).toBe('the recording has no end: the run that made it was interrupted');
  });
});
