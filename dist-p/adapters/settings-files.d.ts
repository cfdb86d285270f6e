import type { SettingsFile } from '../ports.ts';
import { type GitSession } from './git/session.ts';
/** Paths are relative to the root, or absolute where the top level had to serve. */
export declare function readDiskSettings(root: string, path: string): Promise<readonly SettingsFile[]>;
/** Paths are written as git writes them, `revision:path`. */
export declare function readTreeSettings(session: GitSession, revision: string, path: string): Promise<readonly SettingsFile[]>;
