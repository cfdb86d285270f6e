/**
 * Reads what the team says beside the code: the text of a linked issue or pull request (`--context`), redacted and put into the flags,
 * so that a resumed run has it too; and adds to the settings this text and warnings about notes of the project that cannot be read.
 * All of it is data for models. Called by conduct.ts and plan-run.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';
import { listRequirements, REQUIREMENTS_REVIEWER_NAME } from '../protocol/reviewers/requirements.ts';
import { EMBEDDED, modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import type { Config } from './config.ts';
import type { Flags } from './playbooks.ts';
import { readNoteFiles } from './project-notes.ts';
import type { RunCall } from './run-call.ts';
import type { Settings } from './settings.ts';

/** Files that are named and not there, or there and not readable. */
async function warnOfNotes(settings: Settings, selection: Selection): Promise<readonly string[]> {
  const { repository, config } = settings;
  const files = await readNoteFiles(repository, selection, config);
  const missing = config.contextFiles.filter((name) => files.every((file) => file.name !== name));
  return [
    ...missing.map((name) => `⚠️ context_files: ${name} is not in the reviewed revision, so no reviewer was given it`),
    ...files.flatMap(({ fault }) => (fault === null ? [] : [`⚠️ no reviewer was given it: ${fault}`])),
  ];
}

const MAX_CONTEXT_BYTES = 1_000_000;

/**
 * The call with the text of `--context` in its flags, without secrets: it is kept with the run, so that `resume` and another
 * machine have it too. `contextText` is that text, given at once by whoever has it.
 */
export async function withContextText<T extends Pick<RunCall, 'flags' | 'cwd'>>(call: T): Promise<T> {
  const { context, contextText } = call.flags;
  if (context === undefined && contextText === undefined) return call;
  const text = contextText === undefined ? await readContextFile(String(context), call.cwd) : String(contextText);
  const { createRunRedactor } = await import('./redaction.ts');
  const flags: Flags = { ...call.flags, contextText: createRunRedactor().redact(text) };
  return { ...call, flags };
}

async function readContextFile(name: string, cwd: string): Promise<string> {
  if (name === '-')
    throw new ReviewError('bad-value', '--context -: standard input belongs to the command line.', {
      advice: 'Give the text as contextText.',
    });
  return readNamedFile(resolve(cwd, name), MAX_CONTEXT_BYTES).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReviewError('unreadable-input', `--context ${name}: ${reason}.`, { cause: error });
  });
}

/** Settings with what the run answers to. Where no model is asked, and in an audit, nobody reads it, which is said. */
export async function addTeamContext<T extends Settings>(
  settings: T,
  { flags, selection, playbook }: Pick<RunCall, 'flags' | 'selection' | 'playbook'>,
): Promise<T> {
  const { config } = settings;
  const asksAnybody = [...settings.roster, { name: '', model: null }].some((reviewer) => asksModel(reviewer, config));
  const warnings = asksAnybody ? await warnOfNotes(settings, selection) : [];
  const more = (told: readonly string[]): readonly string[] => [...settings.warnings, ...warnings, ...told];
  if (typeof flags.contextText !== 'string') return { ...settings, warnings: more([]) };
  const source = typeof flags.context === 'string' && flags.context !== '-' ? flags.context : 'the given text';
  if (playbook === 'audit')
    return {
      ...settings,
      warnings: more([`⚠️ nobody read ${source} (--context): an audit looks for weaknesses and answers to no issue`]),
    };
  if (!asksModel({ name: REQUIREMENTS_REVIEWER_NAME, model: null }, config))
    return {
      ...settings,
      warnings: more([`⚠️ nobody read ${source} (--context), because no model is asked (--model)`]),
    };
  const context = listRequirements(source, flags.contextText);
  const left =
    context.left > 0 ? [`⚠️ ${context.left} points at the end of ${source} (--context) were not asked about`] : [];
  const empty = context.requirements.length === 0 ? [`⚠️ ${source} (--context) has no text to answer to`] : [];
  return {
    ...settings,
    warnings: more([...left, ...empty]),
    ...(context.requirements.length === 0 ? {} : { context }),
  };
}

const asksModel = (reviewer: Parameters<typeof modelsFor>[0], config: Config): boolean =>
  modelsFor(reviewer, config).some((name) => name !== EMBEDDED);
