/** The forge that a command means: by its flags and by the variables that CI of GitHub and GitLab sets. Tokens come from variables alone. */
import { setTimeout as pause } from 'node:timers/promises';
import { ReviewError } from '../errors.ts';
import type { Forge } from '../ports/forge.ts';
import type { Environment } from '../wiring/config.ts';
import type { Flags } from './program.ts';

export type ForgeName = 'github' | 'gitlab';

export interface OpenedForge {
  readonly name: ForgeName;
  readonly forge: Forge;
  readonly number: number;
}

const wait = async (milliseconds: number): Promise<void> => {
  await pause(milliseconds);
};

/** Throws ReviewError('bad-value') that names the flag or the variable that is missing. */
export async function openForge(flags: Flags, env: Environment): Promise<OpenedForge> {
  const name = chooseForge(flags, env);
  const number = Number(flags.pr ?? (name === 'gitlab' ? env.CI_MERGE_REQUEST_IID : numberOf(env.GITHUB_REF)));
  if (!Number.isSafeInteger(number) || number < 1)
    throw new ReviewError('bad-value', '--pr NUMBER: the number of the pull request is not known.');
  const address = typeof flags.api === 'string' ? flags.api : null;
  const repository = typeof flags.repo === 'string' ? flags.repo : null;
  if (name === 'gitlab') {
    const { createGitlab } = await import('../forges/gitlab.ts');
    const forge = createGitlab({
      baseUrl: address ?? env.CI_API_V4_URL ?? 'https://gitlab.com/api/v4',
      token: need(env, 'GITLAB_TOKEN'),
      project: repository ?? needRepository(env.CI_PROJECT_ID),
      number,
      pause: wait,
    });
    return { name, forge, number };
  }
  const { createGithub } = await import('../forges/github.ts');
  const baseUrl = address ?? env.GITHUB_API_URL ?? 'https://api.github.com';
  const forge = createGithub({
    baseUrl,
    graphqlUrl: address === null && env.GITHUB_GRAPHQL_URL ? env.GITHUB_GRAPHQL_URL : graphqlOf(baseUrl),
    token: need(env, 'GITHUB_TOKEN'),
    repository: requireOwner(repository ?? needRepository(env.GITHUB_REPOSITORY)),
    number,
    pause: wait,
  });
  return { name, forge, number };
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

function need(env: Environment, name: string): string {
  const value = env[name]?.trim() ?? '';
  if (value !== '') return value;
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
