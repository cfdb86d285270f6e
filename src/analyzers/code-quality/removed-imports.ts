/** Imports of what a change removes, as the scope names them (wiring/dependent-files.ts finds them). Says nothing without a change. */
import type { BrokenImport, Snapshot } from '../../ports/repository.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

export type BrokenByPath = ReadonlyMap<string, readonly BrokenImport[]>;

export async function readBroken(snapshot: Snapshot): Promise<BrokenByPath> {
  const found = new Map<string, readonly BrokenImport[]>();
  if (!snapshot.isChange) return found;
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && entry.broken !== undefined) found.set(entry.path, entry.broken);
  return found;
}

export const observeBroken = (document: TextDocument, broken: BrokenByPath): readonly Observation[] =>
  [...Map.groupBy(broken.get(document.path) ?? [], ({ line }) => line).values()].flatMap((group) =>
    describe(document, group),
  );

function describe(document: TextDocument, group: readonly BrokenImport[]): readonly Observation[] {
  const [first] = group;
  if (!first) return [];
  const { line, module, name, from } = first;
  const names = group.flatMap((each) => (each.name === null ? [] : [`\`${each.name}\``])).join(', ');
  return [
    {
      document,
      line,
      rule: 'import-of-removed',
      severity: isTestPath(document.path) ? 'MEDIUM' : 'HIGH',
      category: 'logic',
      title: name === null ? `${from} is removed and still imported` : `${name} is removed and still imported`,
      issue:
        name === null
          ? `The change removes ${from}, and nothing takes its place: \`${module}\` can no longer be loaded.`
          : `The change removes ${names} from ${from}; \`${module}\` no longer has it.`,
      recommendation: 'Change or remove this import in the same change, or keep what it asks for.',
      impact: 'The file fails when it is compiled or loaded, and so does whatever imports it.',
      extra: { effort: 'small' },
    },
  ];
}
