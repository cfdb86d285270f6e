/** Notes of a project that reviewers on models are given: files of the configuration, and those that are found by their names. */
import type { Config } from './config.ts';

/** Where projects say what they want of a review, what counts most first. */
const NOTES_OF_PROJECTS = ['REVIEW.md', 'AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md', '.github/CONTRIBUTING.md'];

/** The files of the configuration stand before the others. */
export const listNoteNames = ({ contextFiles }: Pick<Config, 'contextFiles'>): readonly string[] => [
  ...new Set([...contextFiles, ...NOTES_OF_PROJECTS]),
];
