/**
 * The review that is played in every host: a project of more than one context, an honest finder, one cut output, one answer in prose,
 * one who read nothing; and what the report has to say of it.
 */
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { frame } from './connect.ts';
import { say } from './loopback-model.ts';
import { callTool, type Dispatched, handInNothing, type Play, submit, toolName } from './plugin-script.ts';

export const FLAW = 'export const find = (db, req) => db.query(`SELECT * FROM users WHERE id = ${req.query.id}`);';
const LINES = 180;
/** More than 16K tokens: every agent reads for itself, in several waves. */
export const SOURCES = {
  'src/api.ts': `${FLAW}\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `src/part-${i}.ts`,
      `${Array.from({ length: LINES }, (_, j) => `export const value${i}_${j} = compute(${j}, 'text ${j}');`).join('\n')}\n`,
    ]),
  ),
};

export const CLAIM = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/api.ts',
  line: 1,
  issue: 'The id of the request becomes part of the statement.',
  evidence: FLAW,
  recommendation: 'Pass the id as a parameter.',
  cwe: 'CWE-89',
};

export const told = (work: { readonly steps: readonly { readonly name: string }[] }, name: string): boolean =>
  work.steps.some((step) => step.name === toolName(name));

type Reader = (then: Play) => Play;

/** Who reviews how; `readBy` is how those read who read. */
export function castReviewers(readBy: Reader) {
  /** Tickets whose output is no use at all. */
  const prose = new Set<string>();
  const plays: Readonly<Record<string, Play>> = {
    'security-reviewer': readBy((work) =>
      told(work, 'report_finding') || !work.steps.some(({ text }) => text.includes('src/api.ts, lines'))
        ? handInNothing(work)
        : callTool(work, 'report_finding', CLAIM),
    ),
    // Breaks off inside its second finding.
    'vulnerability-reviewer': readBy((work) => {
      const whole = frame(work.task, { agent: work.agent, verdict: 'WARN', findings: [CLAIM, CLAIM] });
      return submit(work, whole.slice(0, whole.lastIndexOf('"line":1')));
    }),
    // Answers prose the first time, and hands in nothing.
    'code-quality-reviewer': readBy((work) => {
      if (prose.size === 0) prose.add(work.ticket);
      return prose.has(work.ticket) ? say('I looked at everything and it is fine.') : handInNothing(work);
    }),
    // Reads nothing and says the best of itself.
    'user-persona-reviewer': (work) =>
      submit(
        work,
        frame(work.task, { agent: work.agent, partial: false, files_reviewed: 99, findings: [], verdict: 'OK' }),
      ),
  };
  return {
    playOf: ({ agent }: Dispatched): Play => plays[agent] ?? readBy(handInNothing),
    isProse: (ticket: string): boolean => prose.has(ticket),
  };
}

/** The files that the report calls reviewed: by agent, sorted. */
export function listReviewed(report: ReportDocument): ReadonlyMap<string, readonly string[]> {
  const { files } = report.coverage;
  return new Map(
    Object.keys(files[0]?.by ?? {}).map((agent) => [
      agent,
      files.flatMap(({ path, by }) => (by[agent] === 'reviewed' ? [path] : [])).toSorted(),
    ]),
  );
}
