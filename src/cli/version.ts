/** The version of this installation, from its package.json. */
import { readOwnVersion } from '../reviewers/embedded/own-version.ts';

export const readVersion = (): string => readOwnVersion();
