/**
 * Adds findings without a line to the groups of placed findings of their file whose words mean the same, or groups them with each
 * other; two placed groups are never joined. Called by merge.ts; compares with cluster-texts.ts.
 */
import { type ClusterItem, clusterTexts } from './cluster-texts.ts';
import { agentRunOf, type Mergeable, pickTelling, textOf } from './mergeable.ts';

export function groupVague<T extends Mergeable>(
  places: readonly (readonly T[])[],
  vague: readonly T[],
): readonly (readonly T[])[] {
  if (vague.length === 0) return places;
  const known = [...places, ...vague.map((finding) => [finding])];
  if (known.length < 2) return known;
  const clusters = clusterTexts(known.map((members, i) => toItem(members, i < places.length ? String(i) : undefined)));
  return clusters.map((cluster) => cluster.flatMap((index) => known[index] ?? []));
}

/** A CWE is a word that both may share. */
function toItem(members: readonly Mergeable[], place: string | undefined): ClusterItem {
  const text = textOf(pickTelling(members));
  const cwe = members.find((member) => member.cwe !== null)?.cwe ?? null;
  return { agentRuns: members.map(agentRunOf), text: cwe === null ? text : `${text} ${cwe}`, place, cwe };
}
