/** Languages of our own rules for Semgrep: those that no other analyzer of ours reads for security. */
export const SEMGREP_LANGUAGES: readonly string[] = ['kotlin', 'scala', 'rust', 'swift'];
