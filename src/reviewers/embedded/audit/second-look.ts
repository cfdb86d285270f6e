/**
 * The validator's own eyes: what a weakness looks like as plain text, and what stands in the code where somebody thought of
 * it (FACT-08, steps 1 and 2). Knows nothing of the rules that found anything; decides nothing.
 */

import { WELL_KNOWN_PACKAGES } from '../../../analyzers/dependencies/typosquat.ts';
import { HARMLESS } from '../../../protocol/findings/named-secrets.ts';
import { findClosestName } from '../../../protocol/text/closest-name.ts';

/** A flaw that lies in one place, as it is written. Classes that only their absence shows are not here. */
const AS_WRITTEN: Readonly<Record<string, RegExp>> = {
  'CWE-16': /debug["']?\s*[:=]\s*(?:true|True|1)\b|(?:allow|origin)\w*["']?\s*[:=]\s*["']?\*/u,
  'CWE-79': /dangerouslySetInnerHTML|\bv-html\b|\.(?:inner|outer)HTML\s*\+?=|document\.write(?:ln)?\s*\(/u,
  'CWE-250': /\buser:\s*["']?(?:root|0)\b|privileged:\s*true|\bsudo\b|^USER\s+(?:root|0)\b/imu,
  'CWE-259': /pass(?:word|wd)?\w*["']?\s*[:=]\s*["'][^"'\s<>${}]{4,}["']/iu,
  'CWE-295':
    /verify\s*=\s*False|rejectUnauthorized["']?\s*:\s*false|InsecureSkipVerify\s*:\s*true|NODE_TLS_REJECT_UNAUTHORIZED|CERT_NONE|VERIFY_NONE|_create_unverified_context|SSL_VERIFYPEER|check_hostname\s*=\s*False/u,
  'CWE-321': /(?:key|secret|iv|salt)\w*["']?\s*(?::\s*\w+\s*)?[:=]\s*(?:b|new\s+\w+\()?["'][^"'\s]{8,}["']/iu,
  'CWE-322': /StrictHostKeyChecking[= ]no|InsecureIgnoreHostKey|AutoAddPolicy|UserKnownHostsFile[= ]\/dev\/null/u,
  'CWE-326': /\b(?:512|1024)\b|\b(?:DES|RC4|RC2|Blowfish)\b/u,
  'CWE-327': /\b(?:md5|sha-?1|des|3des|rc4|rc2|blowfish|ecb|TLSv1(?:[._]?[01])?|SSLv[23])\b/iu,
  'CWE-328': /\b(?:md[245]|sha-?1)\b/iu,
  'CWE-330': /Math\.random|\brandom\.(?:random|randint|choice|randrange|getrandbits)|\bmath\/rand\b|\brand\(|mt_rand/u,
  'CWE-338': /Math\.random|\brandom\.(?:random|randint|choice|randrange|getrandbits)|\bmath\/rand\b|\brand\(|mt_rand/u,
  'CWE-347': /algorithms?["']?\s*[:=]\s*\[?\s*["']none["']|verify(?:_signature)?["']?\s*[:=]\s*(?:False|false)/u,
  'CWE-353': /<script\b(?![^>]*\bintegrity=)[^>]*\bsrc=["'](?:https?:)?\/\//iu,
  'CWE-494':
    /\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|<script\b[^>]*\bsrc=["'](?:https?:)?\/\//iu,
  'CWE-614': /secure["']?\s*[:=]\s*(?:false|False)/u,
  'CWE-798':
    /(?:pass(?:word|wd)?|secret|token|api_?key|access_?key|private_?key|key_?id|credential)\w*["']?\s*[:=]\s*["'][^"'\s<>${}]{8,}["']|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY|\/\/[^/\s:@]+:[^/\s:@]{4,}@/iu,
  'CWE-829':
    /["']git(?:\+\w+)?:\/\/[^"'#]*["']|["']git\+[^"'#]*["']|\buses:\s*\S+@(?!v?\d|[0-9a-f]{40}\b)\S+|@git\+\S+|git\s*=\s*["']/u,
  'CWE-916': /\b(?:md5|sha-?1|sha-?224|sha-?256|sha-?384|sha-?512)\b/iu,
  'CWE-942': /origin\w*["']?\s*[:=]\s*["']?(?:\*|true)|Access-Control-Allow-Origin["']?\s*[,:]\s*["']?\*/iu,
  'CWE-1004': /http_?only["']?\s*[:=]\s*(?:false|False)/iu,
  'CWE-1357':
    /["']\*["']|["']latest["']|:\s*["'](?:>=?|>)\s*\d|>=\s*\d|^\s*[\w.[\]-]+\s*$|^FROM\s+[^\s:@]+(?::latest)?(?:\s|$)/imu,
};

/** Classes that in programs take a flow; in settings and pipelines they stand in one line. */
const PIPELINE_TEXT =
  /\$\{\{[^}\n]*\b(?:github\.(?:event\b|head_ref)|inputs\.)|\$\{?(?:CI_COMMIT_(?:MESSAGE|TITLE|REF_NAME|BRANCH|TAG)|CI_MERGE_REQUEST_(?:TITLE|DESCRIPTION)|CHANGE_TITLE)\b/u;
const IN_SETTINGS: Readonly<Record<string, RegExp>> = {
  'CWE-77': PIPELINE_TEXT,
  'CWE-78': PIPELINE_TEXT,
  'CWE-94': PIPELINE_TEXT,
  'CWE-209': /display_errors\s*=\s*(?:On|1)|customErrors\s+mode="Off"|include-stacktrace\s*[=:]\s*always/iu,
  'CWE-284': /\b0\.0\.0\.0(?:\/0|:22\b)|::\/0|public\w*["']?\s*[:=]\s*["']?true|^EXPOSE\s+22\b|["']\*["']/imu,
  'CWE-306':
    /\btrust\b|protected-mode\s+no|security\.(?:enabled\s*:\s*false|disabled\s*:\s*true)|authorization\s*:\s*["']?disabled|tcp:\/\/0\.0\.0\.0/iu,
  'CWE-319':
    /\bhttp:\/\/(?!localhost|127\.)|clear_?text\w*="true"|insecure-registries|sslmode=disable|protocol["']?\s*[:=]\s*["']?http\b/iu,
  'CWE-489': /debug\w*["']?\s*(?:[:=]|=>)\s*["']?(?:true|1\b)|console[\w.-]*\s*[=:]\s*true/iu,
  'CWE-552': /docker\.sock|hostPath|["']?\/(?:etc|root|var\/run|proc|sys)?:/u,
  'CWE-653': /host(?:Network|PID|IPC)["']?\s*:\s*true|(?:network_mode|network|pid|ipc)["']?\s*:\s*["']?host\b/u,
  'CWE-732': /\b0?777\b|\ba\+rwx\b|\bo\+w\b|public-read|allUsers|write-all|cluster-admin|["']\*["']|\[\s*\*\s*\]/iu,
};

/** What is itself the secret is never repeated, not even in part. */
const SECRET_CWES = new Set(['CWE-259', 'CWE-321', 'CWE-798']);

const COMMENT = /^\s*(?:\*|\/\/|#(?!!)|<!--|--(?!-))/u;

/** Shapes that only secrets have: those are no example, not even in a comment. */
const SECRET_SHAPES =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|[rs]k_live_\w{16,}|npm_\w{30,}|AIza[\w-]{30,}|SG\.[\w-]{16,}\.[\w-]{16,})/u;

/** Values as programs write them, in quotes; and as settings do, without. */
const QUOTED = /(["'`])((?:(?!\1)[^\s]){8,})\1/gu;
const BARE = /(?:[=:>]\s*|^\s*|\s)((?=[^\s"'`<>,;]*\d)(?=[^\s"'`<>,;]*[A-Za-z])[^\s"'`<>,;]{8,})/gmu;
const REFERENCE = /\$\{|\$\(|\{\{|%\(|\w\(/u;

/** A value that is written out and made of more than a word: not a reference, not a placeholder. */
function seeLiteral(text: string): boolean {
  const values = [...text.matchAll(QUOTED)].map(([, , value = '']) => value);
  for (const [, value = ''] of text.matchAll(BARE)) values.push(value.replace(/^[\w.-]+=/u, ''));
  return values.some((value) => {
    const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z\d]/u].filter((kind) => kind.test(value)).length;
    return kinds >= 2 && new Set(value).size >= 6 && !HARMLESS.test(value) && !REFERENCE.test(value);
  });
}

const seeSecret = (cited: readonly string[], code: string, named: RegExp): boolean =>
  SECRET_SHAPES.test(cited.join('\n')) || named.test(code) || seeLiteral(code);

/** The text that shows the weakness at the cited lines, or words for it; null where it does not, or stands in a comment. */
export function seeAsWritten(cwe: string | null, cited: readonly string[]): string | null {
  const pattern = AS_WRITTEN[cwe ?? ''] ?? IN_SETTINGS[cwe ?? ''];
  if (pattern === undefined) return null;
  const code = cited.filter((line) => !COMMENT.test(line)).join('\n');
  if (SECRET_CWES.has(cwe ?? '')) return seeSecret(cited, code, pattern) ? 'a secret in plain text' : null;
  return pattern.exec(code)?.[0].trim().slice(0, 40) ?? null;
}

/** A dependency whose name is nearly a well-known one; null where it is that one, or none like it. */
export function seeMisspelling(cited: readonly string[]): string | null {
  const name = /^\s*["']?(@?[\w./-]{5,60})["']?\s*(?:[:=<>~!;[]|$)/u.exec(cited[0] ?? '')?.[1]?.toLowerCase();
  if (name === undefined || WELL_KNOWN_PACKAGES.includes(name)) return null;
  const meant = findClosestName(name, WELL_KNOWN_PACKAGES);
  return meant === null ? null : `${name} beside ${meant}`;
}

/** Words of a defence, by the class of flaw it is against. */
const DEFENCES: Readonly<Record<string, RegExp>> = {
  'CWE-22':
    /\bstarts_?with\s*\(|\bbasename\s*\(|secure_filename|safe_join|commonpath|is_relative_to|\brealpath\s*\(|filepath\.(?:Base|Rel|IsLocal)/iu,
  'CWE-78': /shlex\.quote|pipes\.quote|escapeshell(?:arg|cmd)|shellescape|\bquote\s*\(/u,
  'CWE-79':
    /\bescape(?:Html|_html|HTML)?\s*\(|sanitiz|DOMPurify|\bbleach\.|encodeURIComponent|htmlspecialchars|conditional_escape|template\.HTMLEscape/iu,
  'CWE-89':
    /\b(?:escape|quote_?ident|quote_?name|quoteIdentifier|mysql\.format|sql\.Identifier)\b|\bparse(?:Int|Float)\s*\(|\bNumber\s*\(|\bint\s*\(/iu,
  'CWE-502': /safe_?load|SafeLoader|allow(?:ed)?_?class|RestrictedUnpickler|hmac|verify_?signature/iu,
  'CWE-601':
    /url_has_allowed_host|is_safe_url|same_?origin|allowed_?(?:hosts?|urls?|redirects?)|\bstarts_?with\s*\(\s*["']\/|\breverse\s*\(|url_for\s*\(/iu,
  'CWE-918':
    /is_?private|loopback|169\.254|allow(?:ed|list)_?(?:hosts?|urls?|domains?)|ssrf|\.hostname\b|blocked_?hosts?/iu,
};

/** For a class without words of its own. */
const ANY_DEFENCE = /\bsanitiz|\bescape\w*\s*\(|allow_?list|white_?list|\bvalidate\w*\s*\(/iu;

const LINES_AROUND = 3;
const FARTHEST = 60;

/** A word of a defence between the source and the sink; null where none is seen. */
export function seeDefence(
  cwe: string | null,
  lines: readonly string[],
  { source, sink }: { readonly source: number | null; readonly sink: number },
): { readonly word: string; readonly line: number } | null {
  const pattern = DEFENCES[cwe ?? ''] ?? ANY_DEFENCE;
  const first = source !== null && source <= sink && sink - source <= FARTHEST ? source : sink - LINES_AROUND;
  for (let line = Math.max(1, first); line <= sink; line += 1) {
    const text = lines[line - 1] ?? '';
    const word = COMMENT.test(text) ? undefined : pattern.exec(text)?.[0];
    if (word !== undefined) return { word: word.trim(), line };
  }
  return null;
}
