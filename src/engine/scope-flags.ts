/**
 * Lists the command-line flags that select the same change again (`--staged`, `--base main`), or null where no change was selected,
 * for the follow-up commands that a report suggests. Called by review/compose-report.ts and audit/suggest-cells.ts.
 */
import type { Selection, Snapshot } from '../ports/repository.ts';

/** Words of a shell line, not quoted; null where no change was selected. */
export function listScopeFlags(
  selection: Selection,
  { isChange, against }: Pick<Snapshot, 'isChange' | 'against'>,
): readonly string[] | null {
  switch (selection.kind) {
    case 'staged':
      return ['--staged'];
    case 'commit':
      return ['--commit', selection.revision];
    case 'range':
      return ['--base', selection.base, ...(selection.head === null ? [] : ['--head', selection.head])];
    case 'patch':
      return ['--diff', UNNAMED.has(selection.origin) ? '-' : selection.origin];
    case 'auto':
      return isChange && against !== undefined ? ['--base', against] : null;
    default:
      return null;
  }
}

/** Patches that no file holds: they have to be given again. */
const UNNAMED: ReadonlySet<string> = new Set(['standard input', 'of the call']);
