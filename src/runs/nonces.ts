/**
 * Makes nonces: random words, which nobody outside can guess, for the fences around untrusted text in prompts and the end markers of
 * answers; or derives one from the seed of a run. Digits only, which count alike in tokens: two runs of the same scope have the same
 * budgets. Called by open-recording.ts and wiring/model-reviewers.ts.
 */
import { createHmac, randomBytes } from 'node:crypto';

const DIGITS = 18;

const toDigits = (bytes: Uint8Array): string =>
  (BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0');

export const chooseNonce = (): string => toDigits(randomBytes(16));

/** The same nonce for the same key, from a seed that nobody outside knows. */
export const deriveNonce = (seed: string, key: string): string =>
  toDigits(createHmac('sha256', seed).update(key).digest());
