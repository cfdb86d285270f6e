/**
 * Every duty of the product by id, and the ids whose owning piece of work has not landed yet. A test cites the ids it
 * verifies at the end of its name, in brackets; `checkRequirements` compares the two. LATER must be empty in the end.
 * A test of a pure rule does not show that the product follows it: each duty is cited beyond `src/protocol/` too.
 */

const range = (group: string, last: number, first = 1): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${group}-${String(first + i).padStart(2, '0')}`);

export const REQUIREMENTS: readonly string[] = [
  ...range('SCOPE', 9),
  ...range('BUDGET', 8),
  ...range('ISOLATION', 4),
  ...range('MODE', 16),
  ...range('OUTPUT', 12),
  ...range('PROMPT', 10),
  ...range('PRIORITY', 5),
  ...range('SYNTH', 9),
  ...range('CONFIG', 3),
  ...range('CONTEXT', 4),
  ...range('PLUGIN', 11),
  ...range('SUCCESS', 5),
  ...range('TRUNC', 16),
  ...range('CHECKPOINT', 2),
  ...range('AGENTS', 6),
  ...range('ROUND', 2),
  ...range('TURNS', 3),
  ...range('GAPS', 3),
  ...range('CONVERGE', 7),
  ...range('EMERGENCY', 4),
  ...range('FAILURE', 3),
  ...range('TRANSFER', 18),
  ...range('REGISTRY', 7),
  ...range('EVALUATE', 5),
  ...range('REPORT', 5),
  ...range('BRIEF', 14),
  ...range('SIGNAL', 12),
  ...range('PARSE', 9),
  ...range('ANTI', 4),
  ...range('COMPLY', 16),
  ...range('REDUCE', 8),
  ...range('HOST', 16),
  ...range('REV', 24),
  ...range('AUD', 33),
  ...range('SIG', 19),
  ...range('HOST', 23, 17),
  ...range('REV', 29, 25),
  ...range('TRUST', 8),
  ...range('FLOW', 4),
  ...range('SUPP', 2),
  ...range('POST', 1),
  ...range('FACT', 11),
];

/** Ids that a later piece of work completes, with its topic. Empty: every duty has a test that cites it. */
export const LATER: ReadonlyMap<string, string> = new Map();

/** Duties that no run of the product can show, with the reason: their tests call the rule alone. */
const RULE_ALONE: ReadonlyMap<string, string> = new Map([
  ['SIG-10', 'no summary that the product writes comes near 150 characters'],
]);

const CITATION = /\[([A-Z]+-\d\d(?:, [A-Z]+-\d\d)*)\]$/u;

/** Ids cited at the end of a test's name. */
export const citedIds = (testName: string): readonly string[] => CITATION.exec(testName)?.[1]?.split(', ') ?? [];

export interface GateResult {
  readonly verified: number;
  readonly later: readonly string[];
  readonly faults: readonly string[];
}

export interface PassedTest {
  readonly file: string;
  readonly title: string;
}

const isOfRule = ({ file }: PassedTest): boolean => file.replaceAll('\\', '/').includes('src/protocol/');

/** Compares the duties with the tests that passed. */
export function checkRequirements(
  passedTests: readonly PassedTest[],
  requirements: readonly string[] = REQUIREMENTS,
  later: ReadonlyMap<string, string> = LATER,
): GateResult {
  const known = new Set(requirements);
  const cited = new Set(passedTests.flatMap(({ title }) => citedIds(title)));
  const shown = new Set(passedTests.filter((test) => !isOfRule(test)).flatMap(({ title }) => citedIds(title)));
  return {
    verified: requirements.filter((id) => cited.has(id)).length,
    later: requirements.filter((id) => later.has(id)),
    faults: [
      ...requirements.filter((id) => !cited.has(id) && !later.has(id)).map((id) => `${id}: no passing test cites it`),
      ...requirements
        .filter((id) => cited.has(id) && !shown.has(id) && !RULE_ALONE.has(id))
        .map((id) => `${id}: only tests of the rule alone cite it, none goes through the product`),
      ...[...cited]
        .filter((id) => !known.has(id) && !id.startsWith('FACT-'))
        .map((id) => `${id}: cited by a test, but not a requirement`),
      ...[...later.keys()].filter((id) => !known.has(id)).map((id) => `${id}: listed for later, but not a requirement`),
    ],
  };
}
