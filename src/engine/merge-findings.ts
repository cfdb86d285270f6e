/**
 * Merges findings that report the same problem into one, with text and highest severity of its verified reports, or where there is
 * none of those not rejected; all reports stay as members. No claim of a model joins, moves or rates findings of analyzers (REV-26).
 * The grouping itself is in protocol/findings/merge.ts. Called by review/compose-findings.ts, audit/validation-candidates.ts and
 * collect.ts.
 */
import type { Attribution, Finding, Merged, MergedFinding } from '../protocol/findings/finding.ts';
import type { MergeRules } from '../protocol/findings/group-placed.ts';
import { mergeFindings as mergeAlike, summarize } from '../protocol/findings/merge.ts';
import { isMeasured, listStanding, standsAmong } from '../protocol/findings/standing.ts';
import { joinViews } from './join-views.ts';

export const mergeFindings = (findings: readonly Finding[], rules: MergeRules): readonly MergedFinding[] =>
  joinViews(keepMeasured(findings, rules)).map(toMerged);

/** One that stays by itself. */
export const mergeNone = (finding: Finding): MergedFinding => toMerged([finding]);

/** Groups as they mean the same, where those of analyzers are the groups they would be without a model. */
function keepMeasured(findings: readonly Finding[], rules: MergeRules): readonly (readonly Finding[])[] {
  const all = mergeAlike(findings, rules).map(({ members }) => members);
  const measured = findings.filter(isMeasured);
  if (measured.length === 0 || measured.length === findings.length) return all;
  const homes = mergeAlike(measured, rules).map(({ members }) => [...members]);
  const homeOf = new Map(homes.flatMap((home) => home.map((finding) => [finding, home] as const)));
  const others: (readonly Finding[])[] = [];
  for (const group of all) {
    const known = group.filter((finding) => homeOf.has(finding));
    const claims = group.filter((finding) => !homeOf.has(finding));
    if (known.length === 0) others.push(claims);
    else for (const claim of claims) homeOf.get(nearestTo(claim, known))?.push(claim);
  }
  return [...homes, ...others];
}

const nearestTo = ({ line }: Finding, known: readonly Finding[]): Finding =>
  known.reduce((best, each) => (Math.abs(each.line - line) < Math.abs(best.line - line) ? each : best));

function toMerged(members: readonly Finding[]): MergedFinding {
  const standing = listStanding(members);
  const merged: Merged<Finding> = { ...summarize(standing), ...classOf(standing), members };
  const voices = new Set(standing.map(({ voice }) => voice)).size;
  const vetoing = members.filter(({ vetoReason }) => vetoReason !== null);
  return {
    ...merged,
    status: bestStatus(members),
    introduced: members.some(({ introduced }) => introduced),
    // Merged with a whole one, a finding that was cut is whole.
    originallyTruncated: standing.every(({ originallyTruncated }) => originallyTruncated),
    vetoReason: vetoing.find((member) => standsAmong(member, members))?.vetoReason ?? null,
    unverifiedVeto: vetoing.find((member) => !standsAmong(member, members))?.vetoReason ?? null,
    fingerprint: '',
    agreement: { k: voices, n: voices },
    reportedBy: members.map(attributionOf),
    remarks: {},
  };
}

/** Where an analyzer saw it, no claim widens the lines or says that it is something else; words of an agent may tell it. */
function classOf(
  standing: readonly Finding[],
): Partial<Pick<Finding, 'line' | 'endLine' | 'cwe' | 'category' | 'dimension'>> {
  const measured = standing.filter(isMeasured);
  if (measured.length === 0 || measured.length === standing.length) return {};
  const { line, endLine, lead } = summarize(measured);
  const { cwe, category, dimension } = summarize(standing);
  return {
    line,
    endLine,
    cwe: lead.cwe ?? cwe,
    category: lead.category ?? category,
    dimension: lead.dimension ?? dimension,
  };
}

/** One confirmed report is enough. */
const bestStatus = (members: readonly Finding[]): Finding['status'] =>
  (['confirmed', 'needs_manual', 'unverified', 'suppressed'] as const).find((status) =>
    members.some((member) => member.status === status),
  ) ?? 'rejected';

export const attributionOf = ({ agent, round, rule, model }: Finding): Attribution => ({ agent, round, rule, model });
