/**
 * Parses the texts of `.consensus-review/reviewers/*.md` into reviewer profiles: YAML front matter between two `---` lines, then the
 * instructions. The YAML is data from a repository: core schema only, no tags, no aliases. Called by wiring/settings.ts, which reads
 * the files.
 */
import { ReviewError } from '../errors.ts';
import { joinReviewers, toReviewer } from '../protocol/reviewers/custom-reviewer.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';
import { parseYamlData } from './yaml-data.ts';

const FRONT_MATTER = /(?<![\s\S])\uFEFF?---[ \t]*\r?\n(?<yaml>[\s\S]*?)^---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/mu;

/** Throws ReviewError('bad-reviewer') naming file, key and fix. */
export function parseCustomReviewer(text: string, path: string): ReviewerProfile {
  const parts = FRONT_MATTER.exec(text);
  if (parts === null) {
    throw new ReviewError('bad-reviewer', `${path}: no front matter`, {
      advice: 'Begin the file with a `---` line, `name:` and `description:`, and another `---` line.',
    });
  }
  return toReviewer(parseFrontMatter(parts.groups?.yaml ?? '', path), parts.groups?.body ?? '', path);
}

export const parseCustomReviewers = (
  files: readonly { readonly path: string; readonly text: string }[],
): readonly ReviewerProfile[] =>
  joinReviewers(files.map(({ path, text }) => ({ path, reviewer: parseCustomReviewer(text, path) })));

function parseFrontMatter(yaml: string, path: string): unknown {
  const data = parseYamlData(yaml);
  if (data.kind === 'data') return data.value;
  const line = data.line + 1;
  throw new ReviewError('bad-reviewer', `${path}:${line}: ${data.message}`, {
    advice: `Fix the YAML of ${path} at line ${line}.`,
  });
}
