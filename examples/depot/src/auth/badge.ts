import { createHmac } from 'node:crypto';

export type Role = 'visitor' | 'packer' | 'lead';

/** What is written on a badge and signed, so that a scanner at the gate needs no database. */
export interface Badge {
  readonly person: string;
  readonly role: Role;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');

function sign(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}

/** A badge as text: payload and signature, separated by a dot. */
export function printBadge(badge: Badge, secret: string): string {
  const payload = encode(JSON.stringify(badge));
  return `${payload}.${sign(payload, secret)}`;
}

/** The badge, or null where the signature is not ours. */
export function readBadge(text: string, secret: string): Badge | null {
  const [payload = '', signature = ''] = text.split('.');
  if (signature !== sign(payload, secret)) return null;
  try {
    return JSON.parse(decode(payload)) as Badge;
  } catch {
    return null;
  }
}

/** How long a badge is still good for, in whole minutes, for the display at the gate. */
export function minutesLeft(badge: Badge, nowSeconds: number): number {
  return Math.max(0, Math.floor((badge.expiresAt - nowSeconds) / 60));
}
