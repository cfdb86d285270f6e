/**
 * Turns the arguments of a tool that starts a run into the call of the command line they stand for: the same scopes, the same flags.
 * Called by run-tool.ts and review-tools.ts.
 */
import type { z } from 'zod';
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';
import type { MCP_TOOLS } from '../prompts/mcp-tools.ts';
import { chooseSelection } from '../wiring/choose-selection.ts';
import type { ConductedCall } from '../wiring/conduct.ts';
import { type ProjectAccess, resolveFolder } from './open-project.ts';

export type RunArguments = z.infer<typeof MCP_TOOLS.review_run.inputSchema>;

export const selectScope = ({ scope, all, staged, commit, base, head, diff }: Omit<RunArguments, 'path'>) =>
  chooseSelection(
    {
      paths: scope ?? [],
      all: all ?? false,
      staged: staged ?? false,
      commit: commit ?? null,
      base: base ?? null,
      head: head ?? null,
      diff: diff === undefined ? null : async () => ({ text: diff, origin: 'of the call' }),
    },
    (name) => (name === 'paths' ? 'scope' : name),
  );

/** Arguments that are flags of the command line under the same name; the text of a patch is kept with the run as its selection. */
const FLAGS = ['mode', 'all', 'staged', 'commit', 'base', 'head', 'include', 'exclude'] as const;

export type AskedRun = Omit<ConductedCall, 'claimed' | 'interrupt' | 'outside'>;

/** `more`: flags beside those of the arguments. */
export async function readRunArguments(
  access: ProjectAccess,
  args: RunArguments,
  more: Readonly<Record<string, unknown>>,
): Promise<AskedRun> {
  const { playbook = 'review', mode, scope = [] } = args;
  if (mode !== undefined && playbook === 'review') throw new ReviewError('bad-value', 'mode is for playbook: audit.');
  const selection: Selection = await selectScope(args);
  const root = await resolveFolder(access, args.path);
  const given = FLAGS.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]] as const]));
  return placeRun(access, {
    playbook,
    root,
    selection,
    flags: {
      C: root,
      ...Object.fromEntries(given),
      ...(args.context === undefined ? {} : { contextText: args.context }),
      ...more,
    },
    positional: scope,
    cwd: access.workingDirectory,
  });
}

/** Beside what is asked for: where it is kept, and that no other model is asked than the one of its flags. */
export const placeRun = (
  { environment, stateDir }: ProjectAccess,
  asked: Pick<AskedRun, 'playbook' | 'root' | 'selection' | 'flags' | 'positional' | 'cwd'>,
): AskedRun => ({
  ...asked,
  environment,
  place: stateDir === null ? null : { stateDir },
  ownFiles: [],
  graceMs: 0,
  onlyModel: true,
});

export const refuseFleet = (): never => {
  throw new ReviewError('bad-value', 'runs of the MCP server work on this machine only.');
};
