/**
 * Random names for the fences around untrusted text in prompts, which nobody outside can guess. Digits only, since
 * digits are counted alike whatever they are: two runs of the same scope have the same budgets to the token.
 */
import { createHmac, randomBytes } from 'node:crypto';

const DIGITS = 18;

const toDigits = (bytes: Uint8Array): string =>
  (BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0');

export const chooseNonce = (): string => toDigits(randomBytes(16));

/** The same nonce for the same key, from a seed that nobody outside knows. */
export const deriveNonce = (seed: string, key: string): string =>
  toDigits(createHmac('sha256', seed).update(key).digest());
