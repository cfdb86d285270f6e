/**
 * Chooses which knowledge documents (`express.md`) an audit agent reads in its first turns (TURNS-01): those of the frameworks and
 * languages that recon found, as many as there are turns. Called by wiring/audit-ports.ts.
 */
import { DOCUMENT_TURNS } from '../../protocol/budget/turns.ts';
import type { Recon } from '../recon.ts';
import { FRAMEWORK_ROWS, LANGUAGE_ROWS } from './knowledge-rows.ts';

interface Candidate {
  readonly name: string;
  /** Share of the lines or of the entry points that it explains, 0..1. */
  readonly share: number;
}

/** Languages below this share of the lines are read without a document, unless nothing else is there. */
const LEAST_SHARE = 0.02;

/** Names of documents such as `express.md`, most telling first, no more than there are turns to read them. */
export function chooseKnowledge(
  recon: Pick<Recon, 'languages' | 'frameworks' | 'entryPoints' | 'loc'>,
  limit: number = DOCUMENT_TURNS,
): readonly string[] {
  const candidates = [...rankLanguages(recon), ...rankFrameworks(recon)];
  return candidates
    .toSorted((a, b) => b.share - a.share)
    .slice(0, Math.max(0, limit))
    .map(({ name }) => `${name}.md`);
}

/** What would be read as well if there were more turns for it, in one sentence; nothing where nothing is left. */
export function noteLeftKnowledge(recon: Parameters<typeof chooseKnowledge>[0]): readonly string[] {
  const left = chooseKnowledge(recon, Number.POSITIVE_INFINITY).slice(DOCUMENT_TURNS);
  return left.length === 0
    ? []
    : [`knowledge documents beyond the ${DOCUMENT_TURNS} that there are turns for: ${left.join(', ')}`];
}

function rankLanguages({ languages, loc }: Pick<Recon, 'languages' | 'loc'>): readonly Candidate[] {
  const ranked = LANGUAGE_ROWS.map((row) => {
    const own = languages.filter(({ name }) => row.languages.includes(name));
    return { name: row.name, share: loc === 0 ? 0 : own.reduce((sum, each) => sum + each.loc, 0) / loc };
  }).filter(({ share }) => share > 0);
  const enough = ranked.filter(({ share }) => share >= LEAST_SHARE);
  return enough.length > 0 ? enough : ranked;
}

function rankFrameworks({ frameworks, entryPoints }: Pick<Recon, 'frameworks' | 'entryPoints'>): readonly Candidate[] {
  const requests = entryPoints.filter(({ kind }) => kind === 'http');
  return FRAMEWORK_ROWS.filter(({ name }) => frameworks.includes(name)).map(({ name }) => ({
    name,
    share: requests.filter(({ framework }) => framework === name).length / Math.max(1, requests.length),
  }));
}
