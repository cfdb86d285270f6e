/**
 * Detects the language of a file by its name (languages.json) and tells whether it is a `source` language: only those need an
 * analyzer to count as reviewed. Used wherever files are chosen by language (analyzers/, repository/, recon/, engine/).
 */
import languages from './languages.json' with { type: 'json' };

export type LanguageKind = 'source' | 'markup' | 'style' | 'data' | 'prose';

export interface Language {
  readonly name: string;
  readonly kind: LanguageKind;
  readonly extensions: readonly string[];
  readonly fileNames?: readonly string[];
}

export const LANGUAGES = languages as readonly Language[];

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((e) => [e, language] as const)));
const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language] as const));
const BY_FILE_NAME = new Map(
  LANGUAGES.flatMap((language) => (language.fileNames ?? []).map((f) => [f, language] as const)),
);

export const findLanguage = (name: string): Language | null => BY_NAME.get(name) ?? null;

export const isSourceLanguage = (language: string | null): boolean =>
  language !== null && findLanguage(language)?.kind === 'source';

/** By its name alone. */
export const isSourcePath = (path: string): boolean => detectLanguage(path)?.kind === 'source';

/** What editors, merges and people put behind the name of a copy. `require` and interpreters run it all the same. */
const COPY = /(?:~|\.(?:orig|bak|backup|old|save))+$/iu;

/** Language of a path by its file name, or null where the name says nothing. */
export function detectLanguage(path: string): Language | null {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return detectName(fileName) ?? (COPY.test(fileName) ? detectName(fileName.replace(COPY, '')) : null);
}

function detectName(fileName: string): Language | null {
  const exact = BY_FILE_NAME.get(fileName);
  if (exact) return exact;
  if (/^(Dockerfile|Containerfile)\./u.test(fileName)) return BY_NAME.get('dockerfile') ?? null;
  if (/^\.env(\.|$)/u.test(fileName)) return BY_NAME.get('ini') ?? null;
  // Windows drops dots and blanks at the end of a name.
  const plain = fileName.replace(/[. ]+$/u, '');
  const dot = plain.lastIndexOf('.');
  return dot < 0 ? null : (BY_EXTENSION.get(plain.slice(dot + 1).toLowerCase()) ?? null);
}
