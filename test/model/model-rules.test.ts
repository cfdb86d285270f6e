/** Rules of the host that only a whole conversation with a model can show. */
import { describe, expect, test } from 'vitest';
import { COMPRESS } from '../../src/prompts/conversation.ts';
import { claimFinding } from '../../src/protocol/findings/finding.ts';
import { writeWords } from '../../src/testing/engine.ts';
import { completed, createScriptedDriver } from '../../src/testing/scripted-driver.ts';
import { answer, finding, nextFile, report, reviewByScript, told } from './scripted-review.ts';

const SMALL = { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'b()\n' };
const cutOff = { kind: 'truncated', message: 'length' } as const;

describe('who measures', () => {
  test('figures of the agent are kept with its run and never used [HOST-01]', async () => {
    const claims = { files_reviewed: 99, files_skipped: 0, budget_used_percent: 1, partial: false };
    const { document, runs } = await reviewByScript([{ says: answer(claims) }], { files: SMALL });
    expect(document.agents[0]).toMatchObject({ files_reviewed: 2, files_skipped: 0 });
    expect(runs[0]?.claimed).toMatchObject({ filesReviewed: 99, budgetUsedPercent: 1 });
    const lowered = await reviewByScript([{ says: answer({ partial: true, cutoff_reason: 'budget' }) }], {
      files: SMALL,
    });
    expect(lowered.document.agents[0]).toMatchObject({ partial: false, cutoff_reason: null });
  });

  test('text that comes through tools and text the agent writes are charged, word by word [HOST-01]', async () => {
    const call = { name: 'read_file', args: { path: 'src/b.ts' } };
    const silent = await reviewByScript([{ says: answer() }], { files: SMALL });
    const reading = await reviewByScript([{ calls: [call] }, { says: answer() }], { files: SMALL });
    const chatting = await reviewByScript([{ says: [`${'word '.repeat(50)}\n`, ...answer()] }], { files: SMALL });
    const used = ({ document }: typeof silent): number => document.agents[0]?.used_tokens ?? 0;
    expect(used(chatting)).toBe(used(silent) + 50);
    const [, , last] = reading.questions[1]?.messages ?? [];
    const text = last?.role === 'tool' ? last.results[0]?.text : '';
    const words = `${text} read_file ${JSON.stringify(call.args)}`.split(/\s+/u).filter(Boolean).length;
    expect(used(reading)).toBe(used(silent) + words);
  });

  test('a shared scope is given and not charged; in a branch nothing is given and everything is charged [REV-06]', async () => {
    const files = { 'src/a.ts': writeWords(9000, 90), 'src/b.ts': writeWords(7000, 70) };
    const shared = await reviewByScript([{ says: answer() }], { files });
    expect(shared.document.budget.isolation).toBe('shared');
    expect(shared.questions[0]?.system).toContain('w8999');
    expect(shared.document.agents[0]?.used_tokens).toBeLessThan(50);
    expect(shared.document.agents[0]?.files_reviewed).toBe(2);
    const large = { ...files, 'src/c.ts': writeWords(400, 4) };
    const branch = await reviewByScript([{ calls: [nextFile] }, { calls: [nextFile] }, { says: answer() }], {
      files: large,
    });
    expect(branch.document.budget.isolation).toBe('branch');
    expect(JSON.stringify(branch.questions[0])).not.toContain('w8999');
    expect(branch.document.agents[0]?.used_tokens).toBeGreaterThan(9000);
  });
});

describe('what was reviewed', () => {
  test('after a broken ending in a shared scope only files with a finding or marked done count, and analyzers do not help [HOST-10]', async () => {
    const files = { ...SMALL, 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
    const found = claimFinding({
      severity: 'HIGH',
      file: 'src/d.ts',
      line: 1,
      title: 'x',
      issue: 'x',
      evidence: 'd()',
    });
    const analyzers = createScriptedDriver(
      {
        'security-reviewer': [
          { kind: 'finding', finding: found },
          { kind: 'outcome', outcome: completed },
        ],
      },
      { hasContext: false },
    );
    const { document } = await reviewByScript(
      [
        { calls: [report(), { name: 'file_done', args: { path: 'src/c.ts' } }] },
        { end: { kind: 'refused', message: 'no' } },
      ],
      { files, analyzers },
    );
    expect(document.agents[0]).toMatchObject({ files_reviewed: 2, skipped_files: ['src/b.ts', 'src/d.ts'] });
    expect(document.findings.map(({ file, status }) => `${status} ${file}`)).toEqual([
      'confirmed src/a.ts',
      'confirmed src/d.ts',
    ]);
  });

  test('delivered lines add up over waves, and a file larger than a wave is split by ranges [HOST-10, HOST-16]', async () => {
    // One file of 80,000 words: the budget is at its largest, 32,768.
    const files = { 'src/a.ts': writeWords(80_000, 800) };
    const turn = { calls: Array.from({ length: 6 }, () => nextFile) };
    const { document, runs } = await reviewByScript(
      [turn, { says: answer() }, turn, { says: answer() }, turn, { says: answer() }],
      { files, waves: 'auto' },
    );
    const ends = runs.map(({ delivered }) => delivered['src/a.ts']?.at(-1)?.end ?? 0);
    expect(runs).toHaveLength(3);
    expect([...ends].sort((a, b) => a - b)).toEqual(ends);
    expect(runs.at(-1)?.delivered['src/a.ts']).toEqual([{ start: 1, end: 800 }]);
    expect(document.complete).toBe(true);
    expect(document.agents.filter(({ used_tokens, budget_tokens }) => used_tokens >= budget_tokens)).toEqual([]);
  });

  test('what analyzers found stands, whatever the model was given and says [HOST-10]', async () => {
    const files = { 'src/a.ts': writeWords(9000, 90), 'src/b.ts': writeWords(9000, 90) };
    const place = {
      severity: 'CRITICAL',
      file: 'src/b.ts',
      line: 2,
      title: 'x',
      issue: 'x',
      evidence: 'w100',
    } as const;
    const analyzers = createScriptedDriver(
      {
        'security-reviewer': [
          { kind: 'finding', finding: claimFinding(place) },
          { kind: 'outcome', outcome: completed },
        ],
      },
      { hasContext: false },
    );
    const { document } = await reviewByScript([{ says: answer() }, { says: answer() }], { files, analyzers });
    expect(document.findings).toMatchObject([
      { severity: 'CRITICAL', status: 'confirmed', reported_by: [{ model: null }] },
    ]);
    expect(document.agents[0]?.files_reviewed).toBe(0);
  });
});

describe('while another wave may follow', () => {
  // 8192 × (1 + 24000 / 16384) = 20192 tokens; 60 % holds two of the files.
  const files = Object.fromEntries(
    ['auth', 'login', 'order', 'price'].map((name) => [`src/${name}.ts`, writeWords(6000, 60)]),
  );

  test('an agent at 0.80 gets no new file; what is open comes again first [HOST-16]', async () => {
    const chatter = `${'w '.repeat(10_200)}\n`;
    const { document, questions, runs } = await reviewByScript(
      [
        { calls: [nextFile] },
        { says: [chatter], calls: [nextFile] },
        { says: answer() },
        ...Array.from({ length: 2 }, () => [{ calls: [nextFile, nextFile] }, { says: answer() }]).flat(),
      ],
      { files, waves: 'auto' },
    );
    expect(told(questions[2])).toContain('there is no further file for you now');
    expect(runs[0]).toMatchObject({ done: ['src/auth.ts'], open: ['src/login.ts'], cutoffReason: 'budget' });
    expect(runs[1]?.done[0]).toBe('src/login.ts');
    expect(document.complete).toBe(true);
    expect(document.coverage.files.every(({ depth }) => depth === 'full')).toBe(true);
  });

  test('a last wave takes everything that is left, and goes on below full analysis [HOST-16]', async () => {
    const chatter = `${'w '.repeat(10_200)}\n`;
    const { questions, runs } = await reviewByScript(
      [{ calls: [nextFile] }, { says: [chatter], calls: [nextFile] }, { says: answer() }],
      { files, waves: 1 },
    );
    expect(told(questions[2])).toContain('src/login.ts');
    expect(runs[0]?.open).toContain('src/price.ts');
  });
});

describe('what would not fit', () => {
  test('is served up to a line below 0.95; a refusal counts as 0.95 and ends the reading [HOST-11]', async () => {
    const files = { 'src/a.ts': writeWords(8000, 80), 'src/b.ts': writeWords(9000, 90) };
    const budget = Math.floor(8192 * (1 + 17_000 / 16_384));
    const { document, questions } = await reviewByScript(
      [
        { calls: [nextFile] },
        { calls: [nextFile] },
        { calls: [nextFile] },
        { calls: [nextFile, nextFile, nextFile] },
        { says: answer() },
      ],
      { files },
    );
    const delivered = questions.map((question) => JSON.stringify(question.messages));
    expect(delivered.at(-2)).toContain('more lines did not fit');
    expect(questions.at(-1)?.tools).toEqual([]);
    expect(told(questions.at(-1))).toContain('Your budget is used up');
    expect(document.agents[0]).toMatchObject({ mode: 'force_return', partial: true, cutoff_reason: 'budget' });
    expect(document.agents[0]?.used_tokens).toBeLessThan(budget * 0.96);
  });
});

describe('answers that are cut', () => {
  test('room for the result is estimated before its first marker is written, and brevity asked for [TRUNC-06]', async () => {
    // Ten findings are estimated at 3200 tokens: more than 40 % of what is left of 8192 once 192 are used.
    const reports = Array.from({ length: 10 }, (_, i) => report({ issue: `Problem ${i}: ${'word '.repeat(30)}` }));
    const { questions } = await reviewByScript([{ calls: reports }, { says: answer() }], { files: SMALL });
    const written = questions.map(({ messages }) => JSON.stringify(messages));
    expect(written[0]).not.toContain(COMPRESS);
    // It is in the question that the result answers, so it was said before.
    expect(written[1]).toContain(COMPRESS);
    const few = await reviewByScript([{ calls: reports.slice(0, 2) }, { says: answer() }], { files: SMALL });
    expect(JSON.stringify(few.questions)).not.toContain(COMPRESS);
  });

  test('without its agent nothing of an answer is used, and its words stay in the journal [HOST-05]', async () => {
    const raw = `===AGENT_RESULT===\n[F001] HIGH | CWE-89 | src/a.ts:1\ntitle: x\n`;
    const { document, runs } = await reviewByScript(
      [
        { says: [raw], end: cutOff },
        { says: [raw], end: cutOff },
      ],
      { files: SMALL },
    );
    expect(document.findings).toEqual([]);
    expect(document.agents[0]).toMatchObject({ files_reviewed: 0, status: 'truncated' });
    expect(document.truncation.agents.map(({ severity }) => severity)).toEqual(['severe', 'severe']);
    expect(runs[0]?.cuts.map((cut) => cut.raw)).toEqual([raw, raw]);
  });

  test('a cut JSON answer that names no agent is severe: asked again with half of the files, its whole findings left as leads [REV-25, TRUNC-10]', async () => {
    const files = { ...SMALL, 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
    const says = [`===AGENT_RESULT===\n{"findings":[${JSON.stringify(finding())},{"sev`];
    const { document, questions } = await reviewByScript([{ says, end: cutOff }, { says: answer() }], { files });
    expect(document.findings).toEqual([]);
    expect(document.truncation).toEqual({
      agents: [{ agent: 'security-reviewer', severity: 'severe', recovery: 'discarded: retry with half the scope' }],
      coverage_gaps: ['files of security-reviewer'],
      unrecovered_findings: 2,
      needs_reaudit: [{ agent: 'security-reviewer', id: 'F001', file: 'src/a.ts' }],
    });
    expect(questions).toHaveLength(2);
    expect(document.agents[0]?.files_reviewed).toBe(2);
  });

  test('findings of tool calls need no name, however the text ends [REV-25]', async () => {
    const says = ['===AGENT_RESULT===\n{"findings":[{"sev'];
    const { document, questions } = await reviewByScript([{ calls: [report()] }, { says, end: cutOff }], {
      files: SMALL,
    });
    expect(document.findings.map(({ file, status }) => [file, status])).toEqual([['src/a.ts', 'confirmed']]);
    expect(questions).toHaveLength(2);
  });

  test('a whole answer needs no name [REV-25]', async () => {
    const says = answer({ agent: undefined, findings: [finding()], verdict: 'WARN' });
    const { document } = await reviewByScript([{ says }], { files: SMALL });
    expect(document.findings.map(({ file }) => file)).toEqual(['src/a.ts']);
    expect(document.agents[0]).toMatchObject({ verdict: 'WARN', status: 'completed', files_reviewed: 2 });
  });

  test('a cut retry is not retried: two calls, and the next wave fills the gap [TRUNC-13]', async () => {
    const files = { ...SMALL, 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
    const cut = { says: ['Let me think'], end: cutOff } as const;
    const single = await reviewByScript([cut, cut], { files });
    expect(single.questions).toHaveLength(2);
    expect(single.document.agents[0]).toMatchObject({ files_reviewed: 0, cutoff_reason: 'truncated' });
    const half = [cut, { says: answer() }, { says: answer() }];
    const two = await reviewByScript(half, { files, waves: 2 });
    expect(two.questions).toHaveLength(3);
    expect(two.document.agents.map(({ wave, files_reviewed }) => [wave, files_reviewed])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('whole findings before the cut are kept, and the report says so', async () => {
    const says = [`===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[${JSON.stringify(finding())},{"sev`];
    const { document } = await reviewByScript([{ says, end: cutOff }], { files: SMALL });
    expect(document.findings).toHaveLength(1);
    expect(document.truncation).toMatchObject({
      agents: [{ agent: 'security-reviewer', severity: 'mild', recovery: '1 whole findings kept' }],
      coverage_gaps: ['files of security-reviewer'],
    });
  });
});

describe('models without tools', () => {
  const files = { 'src/a.ts': writeWords(9000, 90), 'src/b.ts': writeWords(9000, 90) };
  const noTools = {
    kind: 'failed',
    reason: 'no-tools',
    message: 'does not support tools',
    advice: 'Choose another.',
  } as const;
  const ofFile = (file: string) => ({
    says: answer({ findings: [finding({ file, evidence: 'w0 w1 w2' })], verdict: 'WARN' }),
  });

  test('are handed their files one by one once they have said so, and the report notes it', async () => {
    const { document, questions } = await reviewByScript(
      [{ end: noTools }, ofFile('src/a.ts'), { says: answer() }, { says: answer() }],
      { files: { ...files, 'src/c.ts': 'c()\n' }, waves: 'auto' },
    );
    expect(questions[0]?.tools.length).toBeGreaterThan(0);
    expect(questions[1]?.tools).toEqual([]);
    expect(told(questions[1])).toContain('src/a.ts, lines 1-');
    expect(told(questions[1])).not.toContain('src/b.ts, lines 1-');
    expect(document.findings.map(({ file, status }) => [file, status])).toEqual([['src/a.ts', 'confirmed']]);
    expect(document.notes).toEqual([
      'security-reviewer: scripted/model cannot call tools, so its files were handed over one by one',
    ]);
  });

  test('get everything in turn where it is known beforehand, and their gravest verdict counts', async () => {
    const three = {
      'src/a.ts': writeWords(6000, 60),
      'src/b.ts': writeWords(6000, 60),
      'src/c.ts': writeWords(6000, 60),
    };
    const { document, questions } = await reviewByScript([ofFile('src/a.ts'), { says: answer() }, { says: answer() }], {
      files: three,
      hasTools: false,
    });
    expect(told(questions[0])).toContain('src/a.ts, lines 1-');
    expect(told(questions[1])).toContain('src/b.ts, lines 1-');
    expect(document.agents[0]).toMatchObject({ verdict: 'WARN' });
    expect(document.agents[0]?.used_tokens).toBeLessThan(document.agents[0]?.budget_tokens ?? 0);
  });
});
