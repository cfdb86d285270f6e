/**
 * Says why a single finding of a built-in reviewer blocks (`secret: title (file:line)`), null where it does not, by a table of
 * grounds per reviewer (FACT-12). A verdict VETO for a whole result is handled in protocol/report/verdict.ts. Called by
 * engine/review/agent-run.ts and engine/collect.ts.
 */
import { type ClaimedFinding, CONFIDENCE, type Finding } from './finding.ts';
import { reachesSeverity } from './severity.ts';

export type VetoCandidate = ClaimedFinding & Pick<Finding, 'status'>;

type Ground = readonly [name: string, holds: (finding: VetoCandidate) => boolean];

const isHigh = ({ severity }: VetoCandidate): boolean => reachesSeverity(severity, 'HIGH');
const isCritical = ({ severity }: VetoCandidate): boolean => severity === 'CRITICAL';
const says = (finding: VetoCandidate, pattern: RegExp): boolean => pattern.test(`${finding.title}\n${finding.issue}`);
const hasCwe = ({ cwe }: VetoCandidate, ids: ReadonlySet<string>): boolean =>
  cwe !== null && ids.has(cwe.toUpperCase().replace(/^CWE-0*/u, ''));

/** Authentication or authorization that is missing or can be walked around. */
const AUTH_BYPASS = new Set('285 287 288 289 290 294 302 303 304 305 306 425 639 862 863 1390'.split(' '));
const LEAK = new Set('401 402 403 404 772 775'.split(' '));
const RACE = new Set('362 366 367'.split(' '));
const IGNORED_ERROR = new Set('252 390 391 703 754'.split(' '));

/** A path whose source is only assumed to be untrusted (`extra.assumed_source`) is a question, not an exploit. */
const hasExploitPath = ({ source, sink, flow, extra }: VetoCandidate): boolean =>
  extra.assumed_source !== true && [source, sink, flow].every((part) => part !== null && part.trim() !== '');

/** A rule that is not sure: it did not see a check, which may stand elsewhere. Whoever quotes the code has read it. */
const isGuess = ({ rule, confidence }: VetoCandidate): boolean => rule !== null && confidence < CONFIDENCE.high;

/** What breaks a program at run time, whatever its language. */
const RUNTIME_GROUNDS: readonly Ground[] = [
  ['leak', (f) => isHigh(f) && (hasCwe(f, LEAK) || says(f, /\bleak/iu))],
  ['race', (f) => isHigh(f) && (hasCwe(f, RACE) || says(f, /\brac(?:e|es|y)\b/iu))],
  [
    'ignored critical error',
    (f) =>
      isHigh(f) &&
      f.category === 'error-handling' &&
      (hasCwe(f, IGNORED_ERROR) || says(f, /\b(?:ignor|discard|swallow|unchecked|unhandled|not checked|dropp)/iu)),
  ],
];

const LOST_CONTEXT: Ground = [
  'lost context',
  (f) =>
    isHigh(f) &&
    says(f, /\bcontext\b/iu) &&
    says(f, /\b(?:lost|los(?:es|ing)|dropp|discard|ignor|replac|not (?:passed|propagated)|background|todo)/iu),
];

const GROUNDS: Readonly<Record<string, readonly Ground[]>> = {
  'security-reviewer': [
    ['confirmed CRITICAL', (f) => isCritical(f) && f.status === 'confirmed'],
    ['exploit path', (f) => isHigh(f) && hasExploitPath(f)],
    ['secret', (f) => isHigh(f) && f.category === 'secrets'],
    [
      'auth bypass',
      (f) =>
        isHigh(f) &&
        !isGuess(f) &&
        (hasCwe(f, AUTH_BYPASS) ||
          says(
            f,
            /\b(?:auth|login|permission|access)[^\n]*\bbypass|\bbypass[^\n]*\b(?:auth|login|permission|access)/iu,
          )),
    ],
  ],
  'vulnerability-reviewer': [
    ['CRITICAL CVE in a direct dependency', (f) => isCritical(f) && namesCve(f) && isDirect(f)],
    [
      'exploited vulnerability',
      (f) => isHigh(f) && (f.extra.exploited === true || says(f, /\bexploited in the wild\b|\bknown[- ]exploited\b/iu)),
    ],
    ['dependency confusion', (f) => isHigh(f) && f.category === 'confusion'],
    ['licence liability', (f) => isHigh(f) && f.category === 'license'],
  ],
  'go-reviewer': [...RUNTIME_GROUNDS, LOST_CONTEXT],
  'typescript-reviewer': RUNTIME_GROUNDS,
  'python-reviewer': RUNTIME_GROUNDS,
  'documentation-reviewer': [
    [
      'missing security warning',
      (f) =>
        isHigh(f) &&
        says(f, /\bsecurity\b/iu) &&
        says(f, /\b(?:missing|undocumented|lacks?|without|no warning|not (?:documented|mentioned))\b/iu),
    ],
    [
      'wrong or outdated text',
      (f) =>
        isHigh(f) &&
        (f.category === 'accuracy' ||
          says(f, /\b(?:wrong|outdated|out of date|incorrect|obsolete|contradict|stale)/iu)),
    ],
  ],
};

const namesCve = (finding: VetoCandidate): boolean =>
  finding.category === 'cve' || (typeof finding.extra.cve === 'string' && finding.extra.cve !== '');
const isDirect = (finding: VetoCandidate): boolean =>
  finding.category !== 'transitive' && finding.extra.direct !== false;

/** Why this finding of this reviewer blocks by itself, for people to read; null where it does not. */
export function vetoReasonOf(reviewerName: string, finding: VetoCandidate): string | null {
  if (finding.status === 'rejected' || finding.status === 'suppressed') return null;
  const ground = GROUNDS[reviewerName]?.find(([, holds]) => holds(finding));
  if (!ground) return null;
  const place = finding.file === null ? '' : ` (${finding.file}${finding.line === null ? '' : `:${finding.line}`})`;
  return `${ground[0]}: ${finding.title}${place}`;
}
