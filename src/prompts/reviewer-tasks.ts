/**
 * What each reviewer looks for, point by point, and how it tells what it found. Used by reviewer-prompt.ts; `splitTask` cuts the
 * points of a reviewer into parts that are asked for one after the other.
 */
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';

interface ReviewerTask {
  /** What it looks for. */
  readonly points: readonly string[];
  /** How it tells it: part of every question. */
  readonly form: readonly string[];
}

export const TASKS: Readonly<Record<string, ReviewerTask>> = {
  'security-reviewer': {
    points: [
      'Follow untrusted input from where it enters to where it is used: queries, commands, templates, paths, redirects, deserializers.',
      'Check who may call each entry point and whether that check can be walked around.',
      'Look for keys, passwords and tokens in code, configuration and logs.',
    ],
    form: [
      'Name source, sink and the flow between them for every CRITICAL and HIGH finding, with line numbers.',
      'Give the CWE in `cwe`.',
    ],
  },
  'vulnerability-reviewer': {
    points: [
      'Read manifests and lock files: which versions are used, directly or through others, and which of them have known vulnerabilities.',
      'Look for versions that are not pinned, packages whose names invite confusion, sources outside the usual registry.',
      'Look for licences that bind the project to something it does not want.',
    ],
    form: [
      'Add `dependency`, `cve`, `cvss`, `affected_versions`, `patched_version` and `workaround` where known. CVSS 9.0 and above is CRITICAL, 7.0 HIGH, 4.0 MEDIUM, less LOW.',
    ],
  },
  'go-reviewer': {
    points: [
      'Errors: dropped, wrapped without cause, compared by text.',
      'Concurrency: goroutines that never end, shared state without a lock, channels nobody closes.',
      'Resources: bodies, files and rows left open, defer in loops, lost contexts.',
      'Naming, formatting, interfaces and control flow as idiomatic Go has them.',
    ],
    form: ['Add `effective_go_ref` and `effort` (trivial, small, medium, large).'],
  },
  'typescript-reviewer': {
    points: [
      'Promises: not awaited, rejected unseen, awaited one by one where they could run together.',
      'Types: `any` that leaks into callers, assertions that silence the compiler, cases a union has and the code forgets.',
      'Errors: caught and dropped, thrown as text, turned into `undefined`.',
      'Resources: listeners, timers and streams that nobody ends; state that several requests share.',
      'Naming, interfaces and control flow as idiomatic TypeScript has them.',
    ],
    form: ['Add `handbook_ref` and `effort` (trivial, small, medium, large).'],
  },
  'python-reviewer': {
    points: [
      'Exceptions: caught too widely, dropped, raised anew without their cause.',
      'Resources: files, connections and locks outside a `with` block.',
      'Shared state: mutable defaults, class attributes and globals that requests change; blocking calls in coroutines, tasks nobody holds.',
      'Types: annotations that contradict the code, `None` that is not expected.',
      'Naming, interfaces and control flow as idiomatic Python has them.',
    ],
    form: ['Add `pep_ref` and `effort` (trivial, small, medium, large).'],
  },
  'code-quality-reviewer': {
    points: [
      'Logic that is wrong at its edges: empty, zero, last, concurrent, repeated.',
      'Errors that are swallowed or turned into success.',
      'Behaviour without a test, and tests that cannot fail.',
      'Functions that do too much, code that exists twice, patterns used against their purpose.',
    ],
    form: ['Add `effort` (trivial, small, medium, large).'],
  },
  'documentation-reviewer': {
    points: [
      'Compare every statement about behaviour, options, defaults and examples with the code.',
      'Look for what a reader needs and does not find: set-up, failure, limits, security warnings.',
      'Check links and commands.',
    ],
    form: ['Rate accuracy and completeness from 1 to 5 in `scores`.'],
  },
  'user-persona-reviewer': {
    points: [
      'Read the change as somebody who upgrades without reading the code: what breaks, what has to be migrated, what is not announced.',
      'Read error messages and configuration as somebody who sees them for the first time.',
    ],
    form: ['Use MEDIUM and LOW only.', 'Add `user_impact`, `suggested_approach` and `effort`.'],
  },
};

/** Points that are asked for together. */
const POINTS_PER_PART = 2;

/** The parts of a reviewer's checklist; one where nobody knows its points. */
export function splitTask({ name, instructions, requirements }: ReviewerProfile): readonly (readonly string[])[] {
  const points = instructions === null && requirements === undefined ? (TASKS[name]?.points ?? []) : [];
  const parts = Math.max(1, Math.ceil(points.length / POINTS_PER_PART));
  return Array.from({ length: parts }, (_, i) => points.slice(i * POINTS_PER_PART, (i + 1) * POINTS_PER_PART));
}

/** One line for each. */
export const formatPoints = (points: readonly string[]): string => points.map((point) => `- ${point}`).join('\n');

/** After a result about one part: what to look for in the same files now. */
export const asksForPart = (points: readonly string[]): string =>
  `Your result is kept. Look at the same files once more, now only for this:

${formatPoints(points)}

Report only what you have not reported yet, and end with a result as before.`;
