/**
 * Selects pairs of findings that may add up to an attack, with a combined severity, and how deep the deep dive (Phase 3) goes
 * (FACT-07); whether a chain holds is for the deep dive to show. Called by engine/audit/deep-dive-phase.ts; evaluation.ts asks
 * whether any pair is new.
 */
import type { Dimension } from '../findings/dimension.ts';
import { compareSeverity, isGrave, SEVERITIES, type Severity } from '../findings/severity.ts';

/** What a finding offers to a chain beyond its dimension. */
export type ChainTrait =
  | 'internal-service'
  | 'upload'
  | 'traversal'
  | 'payment'
  | 'stored'
  | 'admin-trigger'
  | 'code-execution'
  | 'prompt-injection'
  | 'tool-use';

export interface ChainFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly dimension: Dimension | null;
  readonly traits: readonly ChainTrait[];
  readonly title: string;
  readonly file: string;
  readonly line: number;
}

export interface ModuleFinding extends ChainFinding {
  readonly module: string;
}

interface ChainPattern {
  readonly name: string;
  readonly precondition: string;
  readonly amplification: string;
  readonly opens: (finding: ChainFinding) => boolean;
  readonly follows: (finding: ChainFinding) => boolean;
}

const inDimension =
  (...dimensions: readonly Dimension[]) =>
  ({ dimension }: ChainFinding): boolean =>
    dimension !== null && dimensions.includes(dimension);
const having =
  (trait: ChainTrait) =>
  ({ traits }: ChainFinding): boolean =>
    traits.includes(trait);
const both =
  (a: (finding: ChainFinding) => boolean, b: (finding: ChainFinding) => boolean) =>
  (finding: ChainFinding): boolean =>
    a(finding) && b(finding);

/** Title of the chains whose first flaw takes away the login that the second one is behind. */
export const LOGIN_BYPASS = 'authentication bypass to protected flaw';

export const CHAIN_PATTERNS: readonly ChainPattern[] = [
  {
    name: LOGIN_BYPASS,
    precondition: 'authentication can be bypassed',
    amplification: 'the second flaw needs no login any more',
    opens: inDimension('D2'),
    follows: () => true,
  },
  {
    name: 'leaked key or setting to forged identity',
    precondition: 'key material or configuration is exposed or weak',
    amplification: 'credentials can be forged',
    opens: inDimension('D7', 'D8'),
    follows: inDimension('D2'),
  },
  {
    name: 'request forgery to internal service',
    precondition: 'the server can be made to send requests',
    amplification: 'a service that was never meant to be public is reached',
    opens: inDimension('D6'),
    follows: having('internal-service'),
  },
  {
    name: 'upload to traversal',
    precondition: 'files can be uploaded',
    amplification: 'an uploaded file lands outside its folder',
    opens: both(inDimension('D5'), having('upload')),
    follows: having('traversal'),
  },
  {
    name: 'injection past authorization',
    precondition: 'input reaches an interpreter',
    amplification: 'data of other users is read or changed',
    opens: inDimension('D1'),
    follows: inDimension('D3'),
  },
  {
    name: 'business logic to payment',
    precondition: 'a workflow can be taken out of order',
    amplification: 'money or goods are moved',
    opens: inDimension('D9'),
    follows: having('payment'),
  },
  {
    name: 'stored injection to admin trigger',
    precondition: 'injected content is stored',
    amplification: 'it runs with the rights of an administrator',
    opens: both(inDimension('D1'), having('stored')),
    follows: having('admin-trigger'),
  },
  {
    name: 'supply chain to code execution',
    precondition: 'somebody outside can change, or has flawed, code the project takes in',
    amplification: 'code of the attacker runs',
    opens: inDimension('D10'),
    follows: having('code-execution'),
  },
  {
    name: 'prompt injection to tool use',
    precondition: 'foreign text reaches a model',
    amplification: 'the model acts for the attacker',
    opens: having('prompt-injection'),
    follows: having('tool-use'),
  },
];

export interface AttackChain {
  /** `AC-01`. */
  readonly id: string;
  readonly title: string;
  readonly findings: readonly [string, string];
  readonly preconditions: readonly string[];
  readonly steps: readonly string[];
  readonly amplification: string;
  readonly severity: Severity;
}

export interface ChainSelection {
  readonly chains: readonly AttackChain[];
  /** Candidates beyond the limit, so that the report can say so. */
  readonly leftOut: number;
}

export const MAX_CHAINS = 20;

/** At least three Critical or High findings are needed before chains are looked at. */
export type DeepDiveDepth = 'flows' | 'flows-and-chains';
export const chooseDepth = (findings: readonly Pick<ChainFinding, 'severity'>[]): DeepDiveDepth =>
  findings.filter(isGrave).length >= 3 ? 'flows-and-chains' : 'flows';

/** Candidate chains, most severe first; none where the depth asks for flows only. */
export function selectChains(findings: readonly ChainFinding[]): ChainSelection {
  if (chooseDepth(findings) === 'flows') return { chains: [], leftOut: 0 };
  const ordered = [...findings].sort(compareFindings);
  const candidates: Candidate[] = [];
  let total = 0;
  for (const pattern of CHAIN_PATTERNS) {
    const openers = ordered.filter(pattern.opens);
    const followers = ordered.filter(pattern.follows);
    total += countPairs(openers, followers);
    candidates.push(...pairUp(pattern, openers, followers));
  }
  candidates.sort((a, b) => compareSeverity(a.severity, b.severity));
  const chains = candidates.slice(0, MAX_CHAINS).map(describeChain);
  return { chains, leftOut: total - chains.length };
}

const compareFindings = (a: ChainFinding, b: ChainFinding): number =>
  compareSeverity(a.severity, b.severity) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

interface Candidate {
  readonly pattern: ChainPattern;
  readonly opener: ChainFinding;
  readonly follower: ChainFinding;
  readonly severity: Severity;
}

/** Pairs of different findings, each pair once whichever way round it matches. */
function countPairs(openers: readonly ChainFinding[], followers: readonly ChainFinding[]): number {
  const follower = new Set(followers);
  const inBoth = openers.filter((finding) => follower.has(finding)).length;
  return openers.length * followers.length - inBoth - (inBoth * (inBoth - 1)) / 2;
}

/** The most severe pairs of a pattern; no more than could ever be shown, so that the work stays linear. */
function pairUp(
  pattern: ChainPattern,
  openers: readonly ChainFinding[],
  followers: readonly ChainFinding[],
): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const opener of openers.slice(0, MAX_CHAINS))
    for (const follower of followers.slice(0, MAX_CHAINS + 1)) {
      const pair = [opener.id, follower.id].sort().join('\n');
      if (opener === follower || seen.has(pair)) continue;
      seen.add(pair);
      candidates.push({ pattern, opener, follower, severity: combineSeverity(opener.severity, follower.severity) });
    }
  return candidates;
}

/** One level above the worse of the two. */
export function combineSeverity(a: Severity, b: Severity): Severity {
  const worse = Math.min(SEVERITIES.indexOf(a), SEVERITIES.indexOf(b));
  return SEVERITIES[Math.max(0, worse - 1)] ?? 'CRITICAL';
}

function describeChain({ pattern, opener, follower, severity }: Candidate, index: number): AttackChain {
  const step = ({ id, title, file, line }: ChainFinding): string => `${id} ${title} (${file}:${line})`;
  return {
    id: `AC-${String(index + 1).padStart(2, '0')}`,
    title: pattern.name,
    findings: [opener.id, follower.id],
    preconditions: [pattern.precondition],
    steps: [step(opener), step(follower)],
    amplification: pattern.amplification,
    severity,
  };
}

/** Q3 of the evaluation: high-risk findings of different modules fit a pattern, and no round has followed both yet. */
export function hasCombination(findings: readonly ModuleFinding[], followed: ReadonlySet<string>): boolean {
  const risky = findings.filter(isGrave);
  const isFresh = ({ id }: ModuleFinding): boolean => !followed.has(id);
  return CHAIN_PATTERNS.some((pattern) => {
    const openers = risky.filter(pattern.opens);
    const followers = risky.filter(pattern.follows);
    return spanModules(openers.filter(isFresh), followers) || spanModules(openers, followers.filter(isFresh));
  });
}

/** Whether some opener and some follower lie in different modules. */
function spanModules(openers: readonly ModuleFinding[], followers: readonly ModuleFinding[]): boolean {
  const first = openers[0]?.module;
  if (first === undefined || followers.length === 0) return false;
  return followers.some(({ module }) => module !== first) || openers.some(({ module }) => module !== first);
}
