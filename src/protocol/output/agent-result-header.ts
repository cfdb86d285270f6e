/**
 * Reads the header lines of an `===AGENT_RESULT===` block (agent, round, dimensions, coverage …; FACT-05) and its counts of
 * endpoints (FACT-02) into AgentClaims. Called by agent-result.ts.
 */

import { type CoverageStatus, type Dimension, isDimension, parseCoverageSymbol } from '../findings/dimension.ts';
import { formatLines, parseLocation } from '../findings/location.ts';
import { type AgentClaims, type ClaimedHotspot, NO_CLAIMS } from './agent-claims.ts';
import type { FieldLines } from './field-lines.ts';
import { readCount, readDimension } from './reviewer-claims.ts';

export const REQUIRED_HEADER = [
  'agent_id',
  'round',
  'dimensions',
  'coverage',
  'modules_loaded',
  'files_read_count',
  'tool_calls',
] as const;

export const HEADER_KEYS: ReadonlySet<string> = new Set([...REQUIRED_HEADER, 'hotspots', 'gaps', 'epr', 'crud_types']);

const isNothing = (text: string): boolean => /^\(?\s*(?:(?:none|n\/a|-|\[\])\s*)?\)?$/iu.test(text);

const splitList = (text: string | null, separator: RegExp): readonly string[] =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => !isNothing(part));

const listDimensions = (text: string | null): readonly Dimension[] =>
  splitList(text, /[,;\s]+/u)
    .map(readDimension)
    .filter((dimension) => dimension !== null);

export function readHeaderClaims(header: FieldLines): AgentClaims {
  return {
    ...NO_CLAIMS,
    round: readCount(header.get('round') ?? ''),
    dimensions: listDimensions(header.get('dimensions')),
    coverage: readCoverage(header.get('coverage')),
    modulesLoaded: splitList(header.get('modules_loaded'), /,/u),
    filesReadCount: readCount(header.get('files_read_count') ?? ''),
    toolCalls: readToolCalls(header.get('tool_calls')),
    hotspots: splitList(header.get('hotspots'), /;|\n/u)
      .map(readHotspot)
      .filter((hotspot) => hotspot !== null),
    gaps: listDimensions(header.get('gaps')),
    endpoints: readEndpoints(header.get('epr')),
    crudTypes: readCount(header.get('crud_types') ?? ''),
  };
}

function readCoverage(text: string | null): Partial<Record<Dimension, CoverageStatus>> {
  const coverage: Partial<Record<Dimension, CoverageStatus>> = {};
  for (const part of splitList(text, /,/u)) {
    const [key = '', symbol = ''] = part.split(/[=:]/u, 2).map((side) => side.trim());
    const status = parseCoverageSymbol(symbol);
    if (isDimension(key) && status !== null) coverage[key] = status;
  }
  return coverage;
}

function readToolCalls(text: string | null): Readonly<Record<string, number>> {
  const pairs = splitList(text, /,/u).flatMap((part) => {
    const match = /^(?<tool>\w{1,40})\s*[=:]\s*(?<calls>\d{1,9})$/u.exec(part)?.groups;
    return match === undefined ? [] : [[match.tool ?? '', Number(match.calls)] as const];
  });
  return Object.fromEntries(pairs.filter(([tool]) => tool !== '__proto__'));
}

function readHotspot(text: string): ClaimedHotspot | null {
  const [where = '', ...words] = text.replace(/^[-*]\s+/u, '').split(/(?<!\s)\s+[—–-]+\s+/u);
  const place = parseLocation(where);
  if (place === null) return null;
  return { file: place.file, lines: formatLines(place.line, place.endLine), reason: words.join(' - ') };
}

function readEndpoints(text: string | null): AgentClaims['endpoints'] {
  const match = /\bverified=(?<verified>\d{1,9})\b.*\btotal=(?<total>\d{1,9})\b/u.exec(text ?? '')?.groups;
  return match === undefined ? null : { verified: Number(match.verified), total: Number(match.total) };
}
