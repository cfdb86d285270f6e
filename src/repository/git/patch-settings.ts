/**
 * Gives the settings files of a project as a patch would leave them, and those that it does not name. The patch is data; nothing is
 * written. Called by repository/project-settings.ts.
 */
import { posix } from 'node:path';
import type { SettingsFile } from '../../ports/repository.ts';
import { settingName } from '../settings-files.ts';
import { applyPatch, type PatchFile, parsePatch, unapplyPatch } from './patch.ts';

export interface PatchedSettings {
  /** The files as the patch leaves them, whether or not they have it already. */
  apply(path: string, files: readonly SettingsFile[]): readonly SettingsFile[];
  /** The files that the patch does not name. */
  without(path: string, files: readonly SettingsFile[]): readonly SettingsFile[];
}

/** A file of settings, or one of a folder of settings; as it is named from the git top level or from the root. */
function isSetting(written: string, path: string, prefix: string): boolean {
  const named = posix.normalize(written);
  return [path, `${prefix}${path}`].some((each) => named === each || named.startsWith(`${each}/`));
}

const textAfter = (before: string | null, { hunks }: PatchFile): string | null => {
  if (hunks === null) return before;
  if (before === null) return hunks.flatMap(({ newLines }) => newLines).join('\n');
  return unapplyPatch(before, hunks) === null ? applyPatch(before, hunks) : before;
};

/** A patch that cannot be read names nothing; whoever opens the scope says so. */
export function openPatchedSettings(text: string, prefix: string): PatchedSettings {
  const parsed = parsePatch(text);
  const files = parsed.kind === 'patch' ? parsed.files : [];
  const namedIn = (path: string): readonly PatchFile[] =>
    files.filter(({ newPath, oldPath }) =>
      [newPath, oldPath].some((named) => named !== null && isSetting(named, path, prefix)),
    );
  const isSame = (path: string, named: string | null, file: SettingsFile): boolean =>
    named !== null && settingName(path, { path: posix.normalize(named) }) === settingName(path, file);
  const without: PatchedSettings['without'] = (path, all) => {
    const touched = namedIn(path);
    return touched.length === 0
      ? all
      : all.filter(
          (file) => !touched.some(({ newPath, oldPath }) => isSame(path, newPath, file) || isSame(path, oldPath, file)),
        );
  };
  return {
    without,
    apply(path, all) {
      const after = namedIn(path).flatMap((patch) => {
        const { newPath } = patch;
        if (newPath === null || !isSetting(newPath, path, prefix)) return [];
        const before = all.find((file) => isSame(path, newPath, file));
        const made = textAfter(before?.text ?? null, patch);
        return made === null ? [] : [{ path: before?.path ?? newPath, text: made }];
      });
      return [...without(path, all), ...after];
    },
  };
}
