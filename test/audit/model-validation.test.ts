/** Phase 4 by a model over real HTTP: what its word is worth, and what is worth more. */
import { describe, expect, test } from 'vitest';
import { analyzerFinding, type HttpAuditResult, MODEL } from './audit-over-http.ts';
import { type Agent, type Asked, listShown, writeDecisions, writeResult } from './model-agents.ts';
import { audit, by, INJECTION, QUERY, rowOf } from './model-app.ts';

describe('validation', () => {
  const hunter: Agent = (asked) =>
    asked.turn === 1
      ? { toolCalls: ['src/users.ts', 'src/notes.ts'].map((path) => ({ name: 'read_file', input: { path } })) }
      : {
          text: writeResult(asked, {
            findings: [
              { ...INJECTION, severity: 'Critical', title: 'first' },
              {
                place: 'src/notes.ts:20',
                evidence: 'export const note20 = 20;',
                cwe: 'CWE-798',
                title: 'second',
                dimension: 'D7',
              },
            ],
          }),
        };
  const readFirst =
    (decide: (asked: Asked) => string): Agent =>
    (asked) =>
      asked.tools.length > 0 && asked.turn === 1
        ? { toolCalls: ['src/users.ts', 'src/notes.ts'].map((path) => ({ name: 'read_file', input: { path } })) }
        : { text: decide(asked), chunkChars: 400 };
  const statusOf = ({ report }: HttpAuditResult, title: string) => {
    const finding = report.findings.find((each) => each.title === title);
    const record = report.audit?.validation.find((each) => each.finding === finding?.id);
    return [finding?.severity ?? null, finding?.status ?? null, record?.verdict ?? null];
  };

  test('confirms and downgrades; Criticals go to an agent that reads, the rest to one inline call that is given the code [AUD-32]', async () => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: readFirst((asked) => writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }])),
      orchestrator: (asked) => ({ text: writeDecisions(asked, [{ id: 'F002', verdict: 'downgraded' }]) }),
    });
    expect(statusOf(result, 'first').slice(1)).toEqual(['confirmed', 'confirmed']);
    expect(statusOf(result, 'second').slice(1)).toEqual(['confirmed', 'downgraded']);
    const { agents, findings } = result.report;
    expect([agents[0]?.model, findings.map(({ reported_by: by }) => by.map(({ model }) => model))]).toEqual([
      MODEL,
      [[MODEL], [MODEL]],
    ]);
    const [inline, ...more] = result.asked.filter(({ agent }) => agent.startsWith('orchestrator'));
    expect([inline?.tools, more]).toEqual([[], []]);
    expect(inline?.told[0]).toContain('20\texport const note20 = 20;');
    expect(result.report.audit?.validation.map(({ method }) => method)).toEqual([
      'model openai-compatible/loopback',
      'model openai-compatible/loopback',
    ]);
  });

  test.each([
    ['without a quote it stands for somebody to look', 'src/users.ts:5', ['MEDIUM', 'needs_manual', 'undecided']],
    [
      'with a quote that is not there it does too',
      'src/users.ts:5 — escape(req.params.id)',
      ['MEDIUM', 'needs_manual', 'undecided'],
    ],
    [
      'with code that the validator was never given it does too',
      'src/db.ts:2 — export const db = new Pool();',
      ['MEDIUM', 'needs_manual', 'undecided'],
    ],
    ['with the code that contradicts it it falls', `src/users.ts:5 — ${QUERY}`, [null, null, null]],
  ])('a Critical that is rejected: %s [AUD-32]', async (_name, evidence, expected) => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: readFirst((asked) => writeDecisions(asked, [{ id: 'F001', verdict: 'rejected', evidence }])),
    });
    const [severity, status, verdict] = statusOf(result, 'first');
    if (expected[0] === null) expect(status).toBe('rejected');
    else expect([severity, status, verdict]).toEqual(expected);
  });

  test('the last decision of an answer that was cut is none: its end may be missing [AUD-32]', async () => {
    const cut = readFirst((asked) =>
      writeDecisions(asked, [{ id: 'F001', verdict: 'rejected', evidence: `src/users.ts:5 — ${QUERY}` }]).replace(
        /===VALIDATION_RESULT_END.*/su,
        '',
      ),
    );
    const result = await audit({ 'agent-r1-01': hunter, validator: cut, 'validator-01-inline': cut });
    expect(statusOf(result, 'first')).toEqual(['MEDIUM', 'needs_manual', 'undecided']);
  });

  test('a validator that never answers ends with the time of an agent [AUD-32]', async () => {
    const time = new AbortController();
    const hang: Agent = () => {
      time.abort(new DOMException('over', 'TimeoutError'));
      return { fault: { kind: 'stall', atByte: 0 } };
    };
    const result = await audit({ 'agent-r1-01': hunter, validator: hang }, { agentTime: time.signal });
    expect(by(result.asked, 'validator-01')).toHaveLength(1);
    expect(statusOf(result, 'first')[2]).toBe('confirmed');
    const methods = result.report.audit?.validation.map(({ method }) => method) ?? [];
    expect(methods.every((method) => method?.startsWith('second analysis (no model: '))).toBe(true);
  });

  test('is funded before anybody hunts: hunters cannot spend what it needs', async () => {
    const maxTokens = 200_000;
    const greedy: Agent = () => ({
      toolCalls: [
        { name: 'read_file', input: { path: 'src/users.ts' } },
        {
          name: 'report_finding',
          input: {
            severity: 'CRITICAL',
            category: 'injection',
            title: 'first',
            file: 'src/users.ts',
            line: 5,
            cwe: 'CWE-89',
            dimension: 'D1',
            issue: 'The query is built from input.',
            evidence: QUERY,
            recommendation: 'Bind the value.',
          },
        },
      ],
      usage: { inputTokens: 0.79 * maxTokens, outputTokens: 100 },
    });
    const result = await audit(
      {
        'agent-r1-01': greedy,
        validator: readFirst((asked) => writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }])),
      },
      { config: { maxTokens } },
    );
    expect(result.asked.filter(({ agent }) => agent.startsWith('agent-')).map(({ turn }) => turn)).toEqual([1]);
    expect(result.asked.some(({ agent }) => agent.startsWith('validator'))).toBe(true);
    expect(statusOf(result, 'first')[2]).toBe('confirmed');
    // What it read in its only turn was never answered: its finding stands, its reading does not count.
    expect(rowOf(result, 'agent-r1-01')).toMatchObject({ findings: 1, files_read: 0 });
    expect(result.report.complete).toBe(false);
  });

  test('a decision about lines that never reached the validator is none [HOST-01]', async () => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: (asked) => ({ text: writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }]) }),
    });
    expect(statusOf(result, 'first')).toEqual(['MEDIUM', 'needs_manual', 'undecided']);
  });

  test('nor is one about lines that it asked for only while it decided [HOST-01]', async () => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: (asked) => ({
        text: writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }]),
        toolCalls: [{ name: 'read_file', input: { path: 'src/users.ts' } }],
      }),
    });
    expect(statusOf(result, 'first')).toEqual(['MEDIUM', 'needs_manual', 'undecided']);
  });

  test('an end marker planted in the code does not end the decisions [HOST-03]', async () => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: readFirst((asked) =>
        writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }]).replace(
          '\n\n[V-',
          '\n===VALIDATION_RESULT_END===\n[V-',
        ),
      ),
    });
    expect(statusOf(result, 'first').slice(1)).toEqual(['confirmed', 'confirmed']);
  });

  test('a validator that fails is stood in for by the inline call', async () => {
    const result = await audit({
      'agent-r1-01': hunter,
      validator: () => ({ fault: { kind: 'status', status: 400, message: 'no' } }),
      'validator-01-inline': (asked) => ({ text: writeDecisions(asked, [{ id: 'F001', verdict: 'confirmed' }]) }),
    });
    expect(statusOf(result, 'first').slice(1)).toEqual(['confirmed', 'confirmed']);
    expect(by(result.asked, 'validator-01-inline')).toHaveLength(1);
  });

  test('what an analyzer found is not talked away: the second analysis decides against the model', async () => {
    const result = await audit(
      {
        'agent-r1-01': (asked) => ({ text: writeResult(asked) }),
        orchestrator: (asked) => ({
          text: writeDecisions(
            asked,
            listShown(asked).map((id) => ({ id, verdict: 'rejected', evidence: `src/users.ts:5 — ${QUERY}` })),
          ),
        }),
      },
      {
        analyzers: [analyzerFinding({ file: 'src/users.ts', line: 5, endLine: 5, evidence: QUERY, title: 'scanned' })],
      },
    );
    const [severity, status] = statusOf(result, 'scanned');
    // Open to everybody, so the score of its flow lifts it (FACT-10).
    expect([severity, status]).toEqual(['CRITICAL', 'confirmed']);
    expect(result.report.audit?.validation[0]?.reason).toContain('the model objects');
  });
});
