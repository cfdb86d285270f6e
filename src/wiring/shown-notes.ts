/**
 * Gives the notes of the project as a plan shows them: redacted and shortened as models would get them (`fitNotesOf`, for
 * outgoing.ts), and their size in tokens by the window of the model (`openMeasureNotes`, for plan-run.ts). Loads the tokenizer.
 */
import { createTokenCounter } from '../context/tokens.ts';
import type { MeasuredNote } from '../engine/review/plan-review.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { Selection } from '../ports/repository.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { ShownNote } from '../protocol/text/shorten-notes.ts';
import { fitGuidance } from '../reviewers/model/review/review-agent.ts';
import { readNotes } from './project-notes.ts';
import { createRunRedactor } from './redaction.ts';
import type { Settings } from './settings.ts';

/** With the text that was shortened. */
export type FittedNote = ShownNote & { readonly original: string };

export async function fitNotesOf(
  { repository, config }: Settings,
  selection: Selection,
  redactor: Redactor,
): Promise<readonly FittedNote[]> {
  const notes = await readNotes(repository, selection, config);
  const redacted = notes.map(({ path, text }) => ({ path, text: redactor.redactFile(path, text) }));
  const originals = new Map(notes.map(({ path, text }) => [path, text]));
  const fitted = fitGuidance(redacted, { counter: createTokenCounter() });
  return fitted.map((note) => ({ ...note, original: originals.get(note.path) ?? '' }));
}

/** By the window of the model. */
export async function openMeasureNotes(
  { repository, config }: Settings,
  selection: Selection,
  store: ContextStore | null,
): Promise<(windowTokens: number | null) => readonly MeasuredNote[]> {
  const redactor = createRunRedactor();
  const notes = await readNotes(repository, selection, config);
  const redacted = notes.map(({ path, text }) => ({ path, text: redactor.redactFile(path, text) }));
  const counter = createTokenCounter(store ?? {});
  const known = new Map<number | null, readonly MeasuredNote[]>();
  return (windowTokens) => {
    const fitted = fitGuidance(redacted, { counter, windowTokens });
    const measured =
      known.get(windowTokens) ??
      redacted.map(({ path, text }) => {
        const shown = fitted.find((note) => note.path === path)?.text ?? '';
        return { path, tokens: counter.count(text), shown_tokens: counter.count(shown) };
      });
    known.set(windowTokens, measured);
    return measured;
  };
}
