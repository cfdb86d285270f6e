/** A project that six reviewers on a model need three waves for, in as few calls as that can be done. */

const REVIEWERS = [
  'security-reviewer',
  'vulnerability-reviewer',
  'typescript-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
];
export const MODEL = 'openai-compatible/loopback';

/** Above 16,384 tokens each agent has a branch of its own and takes what fits into its budget: so in the first two waves. */
const FILES = 4;
const LINES = 560;

/** Nothing an analyzer would complain about: the findings are the model's. */
const writeSource = (number: number): string =>
  [
    `export const first${number} = (input: string): string => input.trim();`,
    `export const second${number} = (input: string): string => input.toLowerCase();`,
    ...Array.from({ length: LINES }, (_, i) => `export const word${number}x${i} = first${number}('a${i}');`),
    '',
  ].join('\n');

const PROJECT: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: FILES }, (_, i) => [`src/part${i}.ts`, writeSource(i + 1)]),
);

export interface SmallProject {
  readonly files: Readonly<Record<string, string>>;
  readonly reviewers: readonly string[];
  readonly waves: number;
}

/** `three-waves`: six agents in each. `tiny`: one agent, one wave, two calls. */
export const SIZES = {
  'three-waves': { files: PROJECT, reviewers: REVIEWERS, waves: 3 },
  tiny: {
    files: { 'src/part.ts': PROJECT['src/part0.ts']?.split('\n').slice(0, 4).join('\n') ?? '' },
    reviewers: REVIEWERS.slice(0, 1),
    waves: 1,
  },
} satisfies Readonly<Record<string, SmallProject>>;

export type RunSize = keyof typeof SIZES;
