/** The version of this installation, from its package.json. */
import { readOwnVersion } from '../analyzers/source-text/own-version.ts';

export const readVersion = (): string => readOwnVersion();
