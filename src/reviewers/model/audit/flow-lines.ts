/**
 * Parses the lines in which a model answers a deep dive: `FLOW F001 complete path:line what → …`, `CHAIN AC-01 holds why` and `HOTSPOT
 * path:line followed why` (FACT-07), and writes these lines from an answer that was held to a schema. Called by deepen.ts.
 */
import type { FlowOutcome, FlowStep } from '../../../ports/auditor.ts';
import { parsePlace } from '../../../protocol/findings/location.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/text/json-object.ts';

const BREAKS = ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'] as const;
const FLOW = /^FLOW (?<id>[A-Z]+-?\d+) (?<kind>complete|broken|in-place)(?<rest>.*)$/gmu;
const CHAIN = /^CHAIN (?<id>AC-\d+) (?<verdict>holds|fails)(?<reason>.*)$/gmu;

/** A `complete` flow with fewer than two steps is none; the last word on a finding counts. */
export function readFlows(text: string): ReadonlyMap<string, FlowOutcome> {
  const flows = new Map<string, FlowOutcome>();
  for (const { groups = {} } of text.matchAll(FLOW)) {
    const { id = '', kind, rest = '' } = groups;
    if (kind === 'in-place') flows.set(id, { kind });
    else {
      const reason = BREAKS.find((word) => rest.trimStart().startsWith(word));
      const steps = readSteps(reason === undefined ? rest : rest.trimStart().slice(reason.length));
      if (kind === 'complete' && steps.length > 1) flows.set(id, { kind, steps, entry: null });
      if (kind === 'broken' && reason !== undefined) flows.set(id, { kind, steps, reason });
    }
  }
  return flows;
}

const readSteps = (text: string): readonly FlowStep[] =>
  text.split('→').flatMap((part) => {
    const [place = '', ...what] = part.trim().split(' ');
    const at = parsePlace(place);
    return at === null ? [] : [{ file: at.file, line: at.line, what: what.join(' ').slice(0, 200) }];
  });

export const readChains = (text: string): ReadonlyMap<string, { readonly holds: boolean; readonly reason: string }> =>
  new Map(
    [...text.matchAll(CHAIN)].map(({ groups = {} }) => [
      groups.id ?? '',
      { holds: groups.verdict === 'holds', reason: (groups.reason ?? '').trim().slice(0, 200) },
    ]),
  );

const PLACE = /(?<![\w./@+-])[\w./@+-]+(?=:)(?<=\.\w+):\d+(?:-\d+)?/gu;

/** Places of the code that a sentence names. */
export const readPlaces = (text: string): readonly NonNullable<ReturnType<typeof parsePlace>>[] =>
  [...text.matchAll(PLACE)].flatMap(([place]) => parsePlace(place) ?? []);

const HOTSPOT = /^HOTSPOT (?<place>\S+) followed\b/gmu;

/** Hotspots the agent says it followed, as `file:line` of their first line. */
export const readHotspots = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(HOTSPOT)].flatMap(({ groups = {} }) => {
      const at = parsePlace(groups.place ?? '');
      return at === null ? [] : [`${at.file}:${at.line}`];
    }),
  );

const readRows = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A value as part of one line: nothing in it begins another line or another step. */
const toWord = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/[\s→]+/gu, ' ')
        .trim()
    : '';

const placeOf = ({ file, line }: JsonObject): string => `${toWord(file)}:${toWord(line)}`;

/** The lines that say the same as an answer held to a schema; null without one. What the lines cannot say is left out by their readers. */
export function writeDive(answer: JsonObject | null): string | null {
  if (answer === null) return null;
  const flows = readRows(answer.flows).map(({ id, status, reason, steps }) => {
    const way = readRows(steps).map((step) => `${placeOf(step)} ${toWord(step.what)}`);
    return `FLOW ${toWord(id)} ${toWord(status)} ${status === 'broken' ? `${toWord(reason)} ` : ''}${way.join(' → ')}`;
  });
  const chains = readRows(answer.chains).map(
    ({ id, verdict, why }) => `CHAIN ${toWord(id)} ${toWord(verdict)} ${toWord(why)}`,
  );
  const hotspots = readRows(answer.hotspots).map((spot) => `HOTSPOT ${placeOf(spot)} ${toWord(spot.status)}`);
  return [...flows, ...chains, ...hotspots].join('\n');
}
