/** Formats a list of names for a sentence and cuts it: `a, b and 3 more`. Used by messages of analyzers/, cli/ and engine/. */
export function listSome(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
