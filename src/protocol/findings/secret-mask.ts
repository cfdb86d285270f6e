/** Cuts known secrets out of texts: the first characters stay, so that a reader recognises which one is meant. */

const SHOWN_CHARACTERS = 4;
const MASK = '…';
/** Less of a value than this, at the cut end of a text, gives nothing away. */
const TELLING_CHARACTERS = 6;

/** Longest first, so that a secret inside another does not break it; every long line of a secret that has several. */
export function arrangeSecrets(values: readonly string[]): readonly string[] {
  const lines = values.flatMap((value) => value.split(/\r?\n/u)).map((line) => line.trim());
  const telling = [...values, ...lines].filter((value) => value.length > TELLING_CHARACTERS);
  return [...new Set(telling)].sort((a, b) => b.length - a.length || Number(a > b) - Number(a < b));
}

/** Takes what `arrangeSecrets` gives. A secret that the text shows the beginning of before it ends in `…` goes as well. */
export function maskSecretsIn(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) masked = maskSecret(masked, secret);
  return masked;
}

function maskSecret(text: string, secret: string): string {
  const head = secret.slice(0, TELLING_CHARACTERS);
  let masked = '';
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    const end = at + countShared(text, at, secret);
    const isHidden = end - at === secret.length || end === text.length || text.startsWith(MASK, end);
    masked += text.slice(from, isHidden ? at : end);
    if (isHidden) masked += `${secret.slice(0, SHOWN_CHARACTERS)}${MASK}`;
    from = isHidden && text.startsWith(MASK, end) ? end + MASK.length : end;
  }
  return masked + text.slice(from);
}

function countShared(text: string, at: number, secret: string): number {
  let count = 0;
  while (count < secret.length && text[at + count] === secret[count]) count += 1;
  return count;
}
