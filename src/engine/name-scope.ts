/**
 * Names a scope in words from the request alone (`staged changes`, `src lib, only *.ts`), before any file is looked at, as the report
 * will name it. Called by survey.ts and by wiring/describe-run.ts for lists of runs.
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
