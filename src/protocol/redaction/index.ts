/**
 * Re-exports the public part of this folder (createRedactor and its types, which take secrets out of texts): protocol/index.ts
 * passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export type { CredentialFormat } from './credential-formats.ts';
export { createRedactor, type Redactor } from './redactor.ts';
