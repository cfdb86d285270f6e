/**
 * Lists the line numbers of its own file that a finding's flow text names: `:42 → :45(concat) → src/b.ts:3` gives 42 and 45.
 * Called by engine/accept-claim.ts and judge-alarm.ts.
 */
import { isSourcePath } from '../source/language.ts';

const STEP = /^(?<before>.*?):(?<line>\d{1,7})(?:\([^)]*\))?$/su;
/** A place in another file has a folder or the name of a file before the line: `src/b.ts:3`. An expression may have dots: `req.query :3`. */
const ELSEWHERE = /^[^\s()'"`]*[\\/][^\s()'"`]*$/u;
const isElsewhere = (text: string): boolean => ELSEWHERE.test(text) || (/^[\w.-]+$/u.test(text) && isSourcePath(text));

export function listFlowLines(flow: string | null, file: string): readonly number[] {
  const lines = (flow ?? '').split(/→|->/u).flatMap((text) => {
    const { before = '', line = '0' } = STEP.exec(text.trim())?.groups ?? {};
    const isHere = before === file || !isElsewhere(before);
    return isHere && Number(line) >= 1 ? [Number(line)] : [];
  });
  return [...new Set(lines)];
}
