/**
 * Joins what an analyzer says at a view (a value is rendered by a template that does not escape it) with what one says at that place of
 * the template: one finding there, which names the view and has its flow. A view whose template is not told of stays. Called by
 * merge-findings.ts with groups of findings that mean the same.
 */
import type { Finding } from '../protocol/findings/finding.ts';
import { isMeasured } from '../protocol/findings/standing.ts';

type Group = readonly Finding[];

export function joinViews(groups: readonly Group[]): readonly Group[] {
  const views = groups.filter((group) => group.length > 0 && group.every((finding) => placeOf(finding) !== null));
  if (views.length === 0) return groups;
  const homes = new Map(
    groups.flatMap((group) => group.filter(isMeasured).map((finding) => [keyOf(finding), group] as const)),
  );
  const joined = new Map<Group, Finding[]>();
  const moved = new Set<Group>();
  for (const view of views) {
    const home = homes.get(placeOf(view[0]) ?? '');
    const told = home?.find((finding) => isMeasured(finding) && keyOf(finding) === placeOf(view[0]));
    if (home === undefined || told === undefined || home === view || !told.introduced) continue;
    // It may move on itself.
    if (views.includes(home)) continue;
    joined.set(home, [...(joined.get(home) ?? []), ...view.map((finding) => moveTo(told, finding))]);
    moved.add(view);
  }
  return groups.filter((group) => !moved.has(group)).map((group) => [...group, ...(joined.get(group) ?? [])]);
}

/** Where the template writes the value, with its weakness; null for what is no finding of an analyzer at a view. */
function placeOf(finding: Finding | undefined): string | null {
  const { template, template_line: line } = finding?.extra ?? {};
  if (finding === undefined || !isMeasured(finding) || typeof template !== 'string' || typeof line !== 'number')
    return null;
  return `${template}:${line} ${finding.cwe}`;
}

const keyOf = ({ file, line, cwe }: Finding): string => `${file}:${line} ${cwe}`;

function moveTo({ file, line, endLine, evidence }: Finding, view: Finding): Finding {
  const place = `${view.file}:${view.line}`;
  return {
    ...view,
    file,
    line,
    endLine,
    evidence,
    issue: `${view.issue} It is filled in \`${place}\`.`,
    source: view.source?.replace(/ :(?=\d+$)/u, ` ${view.file}:`) ?? null,
    sink: `${(evidence ?? '').trim()} :${line}`,
    flow: view.flow === null ? null : `${view.flow.replaceAll(/(?<=^|→ ):/gu, `${view.file}:`)} → :${line}`,
    extra: { ...view.extra, view: place },
  };
}
