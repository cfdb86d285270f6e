/** Which files are compared with each other: code that somebody wrote, without tests. */
import { isTestPath } from '../../protocol/source/test-path.ts';
import { isBuiltPath } from '../source-text/built-path.ts';
import { MEASURED_LANGUAGES } from '../source-text/measured-languages.ts';

export const isCompared = (path: string, language: string | null): boolean =>
  language !== null && MEASURED_LANGUAGES.includes(language) && !isTestPath(path) && !isBuiltPath(path);
