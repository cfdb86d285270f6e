/**
 * Fills `related` of each finding with the ids of others (at most 10) in the same file with the same CWE or the same data source
 * (MODE-06). Called by engine/report-findings.ts.
 */

export interface Relatable {
  readonly id: string;
  readonly file: string;
  readonly cwe: string | null;
  readonly source: string | null;
  readonly related: readonly string[];
  /** `template` names the file that a view fills. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Only findings of full analysis are cross-referenced. */
  readonly depth: 'full' | 'reduced';
}

/** Names kept per finding; a cause with more members is a list nobody reads. */
const MOST_RELATED = 10;

/** Replaces `related` by the ids of the other findings of the same cause, in the order of the findings. */
export function relateFindings<T extends Relatable>(findings: readonly T[]): readonly T[] {
  const byCause = new Map<string, string[]>();
  for (const finding of findings.filter(({ depth }) => depth === 'full')) {
    for (const cause of causesOf(finding)) {
      const ids = byCause.get(cause);
      if (ids) ids.push(finding.id);
      else byCause.set(cause, [finding.id]);
    }
  }
  return findings.map((finding) => {
    if (finding.depth !== 'full') return { ...finding, related: [] };
    const ids = causesOf(finding).flatMap((cause) => firstOthers(byCause.get(cause) ?? [], finding.id));
    return { ...finding, related: [...new Set(ids)].slice(0, MOST_RELATED) };
  });
}

const firstOthers = (ids: readonly string[], own: string): readonly string[] =>
  ids.slice(0, MOST_RELATED + 1).filter((id) => id !== own);

const causesOf = ({ file, cwe, source, extra }: Relatable): readonly string[] => [
  ...(cwe === null ? [] : [`${file}\0${cwe}`]),
  ...(cwe === null || typeof extra?.template !== 'string' ? [] : [`${extra.template}\0${cwe}`]),
  ...(source === null ? [] : [`${file}\0source ${source}`]),
];
