/**
 * Reads what a judge model says of one change: which finding means which label. Numbers that are not in the lists make the answer
 * unusable: nobody guesses what was meant. Called by wiring/evaluation/judge-runs.ts.
 */
import { isJsonObject } from '../text/json-object.ts';

/** Places in the lists of labels and findings, from 0. */
export interface Pair {
  readonly label: number;
  readonly finding: number;
}

const isPlace = (value: unknown, length: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= length;

/** The first JSON object of the answer; null where it is none, or names what nobody asked about. */
export function readPairs(text: string, labels: number, findings: number): readonly Pair[] | null {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  let answer: unknown = null;
  try {
    answer = JSON.parse(text.slice(from, to + 1));
  } catch {
    return null;
  }
  const pairs = isJsonObject(answer) ? answer.pairs : null;
  if (!Array.isArray(pairs)) return null;
  const read = pairs.map((pair: unknown) => {
    const { label, finding } = isJsonObject(pair) ? pair : {};
    return isPlace(label, labels) && isPlace(finding, findings) ? { label: label - 1, finding: finding - 1 } : null;
  });
  return read.every((pair) => pair !== null) ? read : null;
}
