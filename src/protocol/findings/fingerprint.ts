/**
 * Computes the fingerprint (16 hex digits) by which a finding is recognized in the next run: from path, rule, category, CWE and
 * quoted code, not from line or wording. A fast hash, not for security. Called by engine/report-findings.ts; suppression.ts
 * compares the parts.
 */

export interface FingerprintParts {
  readonly file: string;
  readonly rule: string | null;
  readonly category: string | null;
  readonly cwe: string | null;
  readonly evidence: string | null;
  /** The dependencies it is about: a manifest may hold them all in one line. */
  readonly subjects?: readonly string[];
  /** 0 for the first of equal findings in a file, 1 for its twin … */
  readonly occurrence: number;
}

/** 16 hex digits. */
export const fingerprintOf = (parts: FingerprintParts): string => hashText(`${identityOf(parts)}\0${parts.occurrence}`);

/** Fingerprints in the order of the findings; equal ones of a file are numbered from top to bottom. */
export function fingerprintAll(
  findings: readonly (Omit<FingerprintParts, 'occurrence'> & { readonly line: number })[],
): readonly string[] {
  const seen = new Map<string, number>();
  const fingerprints: string[] = [];
  for (const [index, finding] of [...findings.entries()].toSorted(([, a], [, b]) => a.line - b.line)) {
    const identity = identityOf(finding);
    const occurrence = seen.get(identity) ?? 0;
    seen.set(identity, occurrence + 1);
    fingerprints[index] = fingerprintOf({ ...finding, occurrence });
  }
  return fingerprints;
}

/** What equal findings of a file have in common. */
export const identityOf = (parts: Omit<FingerprintParts, 'occurrence'>): string => {
  const { file, rule, category, cwe, evidence, subjects = [] } = parts;
  const code = normalizeCode(evidence ?? '', file);
  return [file, rule ?? category ?? '', cwe ?? '', code, ...subjects].join('\0');
};

/** Indentation and line breaks do not matter; a bare `file:line` is a place, not code. */
const normalizeCode = (evidence: string, file: string): string => {
  const code = evidence.replace(/\s+/gu, ' ').trim();
  return code.startsWith(`${file}:`) && /^\d+$/u.test(code.slice(file.length + 1)) ? '' : code;
};

const PRIMES = [0x85eb_ca6b, 0xc2b2_ae35, 0x9e37_79b1, 0x5f35_6495] as const;

/** 64 bits of two interleaved 32-bit lanes with murmur's finalizer, as 16 hex digits. */
export function hashText(text: string): string {
  let a = 0xdead_beef;
  let b = 0x41c6_ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIMES[2]);
    b = Math.imul(b ^ unit, PRIMES[3]);
    a = (a << 13) | (a >>> 19);
    b = (b << 17) | (b >>> 15);
  }
  const mixedA = finalize(a ^ finalize(b ^ text.length));
  const mixedB = finalize(b ^ mixedA);
  return toHex(mixedA) + toHex(mixedB);
}

function finalize(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), PRIMES[0]);
  mixed = Math.imul(mixed ^ (mixed >>> 13), PRIMES[1]);
  return mixed ^ (mixed >>> 16);
}

const toHex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
