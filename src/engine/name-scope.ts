/**
 * A scope in words before it is opened: as the report will name it, as far as that is known, so that a run keeps its name in every
 * list. Looks at nothing.
 */
import type { ScopeRules, Selection } from '../ports/repository.ts';

export function nameScope(selection: Selection, { include }: Pick<ScopeRules, 'include'>): string {
  const name = nameSelection(selection);
  return include.length === 0 ? name : `${name}, only ${include.join(' ')}`;
}

function nameSelection(selection: Selection): string {
  switch (selection.kind) {
    case 'auto':
      return 'what this branch changed';
    case 'all':
      return 'whole folder';
    case 'paths':
      return selection.patterns.join(' ');
    case 'staged':
      return 'staged changes';
    case 'commit':
      return `commit ${selection.revision}`;
    case 'range':
      return selection.head === null
        ? `working tree against ${selection.base}`
        : `${selection.base}...${selection.head}`;
    case 'patch':
      return `patch ${selection.origin}`;
  }
}
