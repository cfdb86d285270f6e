/**
 * Splits the text of a linked issue or pull request (`--context`) into numbered requirements (wiring/team-context.ts), and makes
 * the profile of the requirements-reviewer, whose model answers each by its number (wiring/playbooks.ts).
 */
import { DEFAULT_BASE_BUDGET_TOKENS, type Requirement, type ReviewerProfile } from './reviewer.ts';

/** `--context`: where the text came from, and what stands in it. */
export interface RequirementText {
  readonly source: string;
  readonly requirements: readonly Requirement[];
  /** Paragraphs and entries beyond the most that are asked about. */
  readonly left: number;
}

export const REQUIREMENTS_REVIEWER_NAME = 'requirements-reviewer';

/** More than this is no text that one change answers to. */
const MAX_REQUIREMENTS = 60;
const MAX_TEXT = 1000;

const ENTRY = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const HEADING = /^\s{0,3}#{1,6}\s/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** Headings name what follows and ask for nothing; code and comments neither. */
export function listRequirements(source: string, text: string): RequirementText {
  const pieces: { line: number; text: string; isEntry: boolean }[] = [];
  let open: (typeof pieces)[number] | null = null;
  let isCode = false;
  for (const [index, raw] of text.split(/\r?\n/u).entries()) {
    const isFence = FENCE.test(raw);
    if (isFence) isCode = !isCode;
    const words = raw
      .replace(ENTRY, '')
      .replace(/<!--.*?-->/gu, '')
      .trim();
    if (isCode || isFence || HEADING.test(raw) || !/[\p{L}\p{N}]/u.test(words)) {
      open = null;
      continue;
    }
    const isEntry = ENTRY.test(raw);
    if (open === null || isEntry) {
      open = { line: index + 1, text: words, isEntry };
      pieces.push(open);
    } else open.text = `${open.text} ${words}`;
  }
  return {
    source,
    requirements: pieces.slice(0, MAX_REQUIREMENTS).map(({ line, text: words }, i) => ({
      id: `R${i + 1}`,
      line,
      text: words.length > MAX_TEXT ? `${words.slice(0, MAX_TEXT)} …` : words,
    })),
    left: Math.max(0, pieces.length - MAX_REQUIREMENTS),
  };
}

/** Joins the others where there is a text to answer to. It finds nothing and blocks nothing. */
export const requirementsReviewer = ({ requirements }: Pick<RequirementText, 'requirements'>): ReviewerProfile => ({
  name: REQUIREMENTS_REVIEWER_NAME,
  role: 'Says which points of a linked issue or pull request the change meets.',
  baseBudgetTokens: DEFAULT_BASE_BUDGET_TOKENS,
  categories: ['requirement'],
  languages: null,
  canVeto: false,
  model: null,
  instructions: null,
  requirements,
});

export const REQUIREMENT_STATUSES = ['met', 'not_met', 'not_visible', 'no_requirement'] as const;
export type RequirementStatus = (typeof REQUIREMENT_STATUSES)[number];

/** What a model answered to one of them. */
export interface RequirementAnswer {
  readonly id: string;
  readonly status: RequirementStatus;
  readonly file: string | null;
  readonly line: number | null;
  readonly evidence: string | null;
  readonly reason: string | null;
}
