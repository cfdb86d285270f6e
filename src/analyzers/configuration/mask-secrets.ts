/**
 * Replaces values in a quoted line that may be credentials by `…`: after a name such as `password=`, after `Bearer` or `Basic`, and the
 * password in a URL. Used by configuration.ts on evidence and by rule-match.ts on texts.
 */

const MASK = '…';
const NAMED =
  /((?:passw(?:or)?d|passphrase|pwd|secret|token|api_?-?key|access_?-?key|private_?-?key|credentials?|_auth|_psw)["']?\s*(?:[=:]|\s(?=["']))\s*["']?)(?![$<{%("'])([^\s"'$<{]{3,})/giu;
const SCHEME = /(\b(?:Bearer|Basic|token)\s+)([A-Za-z0-9._~+/=-]{8,})/gu;
const ADDRESS = /(:\/\/[^\s/:@"']*:)(?!\$)([^\s/@"'$]{3,})(?=@)/gu;

export const maskSecrets = (line: string): string =>
  line.replace(NAMED, `$1${MASK}`).replace(SCHEME, `$1${MASK}`).replace(ADDRESS, `$1${MASK}`);
