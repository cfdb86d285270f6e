/** `a, b and 3 more`: as many names as a sentence can bear. */
export function listSome(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
