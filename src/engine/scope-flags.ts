/** The flags that select the change of a run once more, for the commands that go on from it. */
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
