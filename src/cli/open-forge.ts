/**
 * Opens the client of GitHub or GitLab for one pull request, from flags and from the variables that CI of both sets; tokens come from
 * variables alone. Throws ReviewError naming what is missing. Called by commands/post-command.ts and commands/pull-command.ts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ReviewError } from '../errors.ts';
import type { Forge } from '../ports/forge.ts';
import type { Environment } from '../wiring/config.ts';
import type { Flags } from './command-declaration.ts';

export type ForgeName = 'github' | 'gitlab';

export interface OpenedForge {
  readonly name: ForgeName;
  readonly forge: Forge;
  readonly number: number;
  readonly hasToken: boolean;
}

const wait = async (milliseconds: number): Promise<void> => {
  await pause(milliseconds);
};

/** Throws ReviewError('bad-value') that names the flag or the variable that is missing. */
export async function openForge(
  flags: Flags,
  env: Environment,
  { needsToken }: { readonly needsToken: boolean },
): Promise<OpenedForge> {
  const name = chooseForge(flags, env);
  const number = readNumber(flags.pr, name === 'gitlab' ? env.CI_MERGE_REQUEST_IID : numberOf(env.GITHUB_REF));
  const address = typeof flags.api === 'string' ? flags.api : null;
  const token = readToken(env, name === 'gitlab' ? 'GITLAB_TOKEN' : 'GITHUB_TOKEN', needsToken);
  const hasToken = token !== null;
  const repository = typeof flags.repo === 'string' ? flags.repo : null;
  if (name === 'gitlab') {
    const { createGitlab } = await import('../forges/gitlab.ts');
    const forge = createGitlab({
      baseUrl: address ?? env.CI_API_V4_URL ?? 'https://gitlab.com/api/v4',
      token,
      project: repository ?? needRepository(env.CI_PROJECT_ID),
      number,
      pause: wait,
    });
    return { name, forge, number, hasToken };
  }
  const { createGithub } = await import('../forges/github.ts');
  const baseUrl = address ?? env.GITHUB_API_URL ?? 'https://api.github.com';
  const forge = createGithub({
    baseUrl,
    graphqlUrl: address === null && env.GITHUB_GRAPHQL_URL ? env.GITHUB_GRAPHQL_URL : graphqlOf(baseUrl),
    token,
    repository: requireOwner(repository ?? needRepository(env.GITHUB_REPOSITORY)),
    number,
    pause: wait,
  });
  return { name, forge, number, hasToken };
}

/** A server of one's own has it beside `api/v3`. */
const graphqlOf = (base: string): string => `${base.replace(/\/v3\/?$/u, '').replace(/\/$/u, '')}/graphql`;

function chooseForge({ forge }: Flags, env: Environment): ForgeName {
  if (forge === 'github' || forge === 'gitlab') return forge;
  return env.GITLAB_CI !== undefined || (env.GITHUB_TOKEN === undefined && env.GITLAB_TOKEN !== undefined)
    ? 'gitlab'
    : 'github';
}

const numberOf = (ref = ''): string | undefined => /^refs\/pull\/(\d+)\//u.exec(ref)?.[1];

/** Signs and other notations of numbers are no numbers of pull requests. */
function readNumber(asked: unknown, ofCi: string | undefined): number {
  const text = String(asked ?? ofCi ?? '');
  if (/^[1-9]\d{0,14}$/u.test(text)) return Number(text);
  throw new ReviewError(
    'bad-value',
    asked === undefined
      ? '--pr NUMBER: the number of the pull request is not known.'
      : `--pr ${text}: expected the number of a pull request, such as 7.`,
  );
}

function readToken(env: Environment, name: string, isNeeded: boolean): string | null {
  const value = env[name]?.trim() ?? '';
  if (value !== '') return value;
  if (!isNeeded) return null;
  throw new ReviewError('no-token', `${name} is not set.`);
}

function needRepository(value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw new ReviewError('bad-value', '--repo OWNER/NAME: the repository is not known.');
}

function requireOwner(repository: string): string {
  if (/^[\w.-]+\/[\w.-]+$/u.test(repository)) return repository;
  throw new ReviewError('bad-value', `--repo ${repository}: expected OWNER/NAME.`);
}
