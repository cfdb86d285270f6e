/** Public names: taking secrets out of texts. */
export type { CredentialFormat } from './credential-formats.ts';
export { createRedactor, type Redactor } from './redactor.ts';
