/**
 * Explains for places that another tool reports why no untrusted data arrives there: the code never runs, a check ends the flow, the
 * value is a constant. Returns nothing for a place where data arrives or where it cannot be told. Called by ast-grep.ts for `triage`.
 */
import type { SgNode } from '@ast-grep/napi';
import type { AskedPlace, ExaminedPlace } from '../../ports/analyzer.ts';
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import type { FlowAnswer } from '../flow/explain.ts';
import type { FileFlow } from '../flow/flow.ts';
import { brief } from './ast-grep-findings.ts';
import type { Rule } from './rule-schema.ts';

interface Ground {
  readonly root: SgNode;
  readonly flow: FileFlow;
  readonly rules: readonly Rule[];
  /** Every node of the file that a rule matches, whatever flows into it. */
  matchesOf(rule: Rule): readonly SgNode[];
}

export function examinePlaces(file: string, asked: readonly AskedPlace[], ground: Ground): readonly ExaminedPlace[] {
  const matches = new Map<Rule, readonly SgNode[]>();
  const listMatches = (rule: Rule): readonly SgNode[] => {
    const known = matches.get(rule) ?? ground.matchesOf(rule);
    matches.set(rule, known);
    return known;
  };
  return asked.flatMap((place): readonly ExaminedPlace[] => {
    const { line, endLine } = place;
    if (isDeadPlace(place, ground)) {
      const reason = 'this code never runs: a condition around it is always false, or the code before it always leaves';
      return [{ file, line, endLine, kind: 'unreachable', reason, cwe: null }];
    }
    return place.cwes.flatMap((cwe) => {
      const told = examineFor(cwe, place, { ...ground, matchesOf: listMatches });
      return told === null ? [] : [{ file, line, endLine, ...told, cwe }];
    });
  });
}

/** All rules of the weakness that match there have to agree: where one of them leaves it open, nothing is said. */
function examineFor(
  cwe: string,
  place: AskedPlace,
  { flow, rules, matchesOf }: Ground,
): Pick<ExaminedPlace, 'kind' | 'reason'> | null {
  const family = familyOf(cwe);
  const answers = rules
    .filter((rule) => rule.taint !== undefined && rule.cwe !== null && familyOf(rule.cwe) === family)
    .flatMap((rule) =>
      matchesOf(rule)
        .filter((node) => isAt(node, place))
        .flatMap((node) => askAll(node, rule, flow)),
    );
  const kinds = new Set(answers.map(({ kind }) => kind));
  if (kinds.has('open') || kinds.has('cut')) return null;
  // A rule with other sources sees no way at all; that says nothing against a check on the way that another rule sees.
  const stopped = answers.find(({ kind }) => kind === 'stopped' || kind === 'checked-later');
  if (stopped !== undefined) return describe(stopped);
  const [first] = answers;
  return first === undefined || kinds.has('unseen') ? null : describe(first);
}

const familyOf = (cwe: string): string => findCweFamily(cwe)?.cwe ?? cwe;

const askAll = (node: SgNode, { taint }: Rule, flow: FileFlow): readonly FlowAnswer[] =>
  taint === undefined
    ? []
    : taint.focus
        .flatMap((name) => node.getMatch(name) ?? node.getMultipleMatches(name))
        .map((focus) => flow.explain(focus, taint));

function describe(answer: FlowAnswer): Pick<ExaminedPlace, 'kind' | 'reason'> | null {
  if (answer.kind === 'dead') return { kind: 'unreachable', reason: 'this code never runs' };
  if (answer.kind === 'constant')
    return { kind: 'unreachable', reason: 'the value is made of constants; nothing from outside is in it' };
  if (answer.kind === 'checked-later')
    return { kind: 'guarded', reason: 'what is made here is checked before it is used' };
  if (answer.kind !== 'stopped') return null;
  const { kind, text, line, source, sourceLine } = answer.stop;
  const how = kind === 'cleaned' ? `\`${brief(text)}\` makes it harmless` : `a check of \`${brief(text)}\` ends it`;
  const where = kind === 'cleaned' ? `in line ${line}` : `before line ${line}`;
  return { kind: 'guarded', reason: `the flow from \`${brief(source)}\` (line ${sourceLine}) ends: ${how} ${where}` };
}

/** A call may hold a whole function: from so many lines on what lies within is not what the call does. */
const MAX_CALL_LINES = 6;

const isAt = (node: SgNode, { line, endLine }: AskedPlace): boolean => {
  const { start, end } = node.range();
  const [first, last] = [start.line + 1, end.line + 1];
  if (first >= line && first <= endLine) return true;
  return last - first < MAX_CALL_LINES && first <= endLine && last >= line;
};

/** Statements that begin at the lines: all of them never run. */
function isDeadPlace({ line, endLine }: AskedPlace, { root, flow }: Ground): boolean {
  const begun = listBegun(root, line - 1, endLine - 1);
  return begun.length > 0 && begun.every((node) => flow.isDead(node));
}

/** Outermost nodes that begin at one of the lines (from 0). */
function listBegun(node: SgNode, from: number, to: number): readonly SgNode[] {
  return node.namedChildren().flatMap((child) => {
    const { start, end } = child.range();
    if (end.line < from || start.line > to) return [];
    if (start.line < from) return listBegun(child, from, to);
    return /comment/u.test(String(child.kind())) ? [] : [child];
  });
}
