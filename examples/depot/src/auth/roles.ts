import type { NextFunction, Request, Response } from 'express';
import { type Badge, type Role, readBadge } from './badge.js';

const RANK: Readonly<Record<Role, number>> = { visitor: 0, packer: 1, lead: 2 };

let secret = '';

/** Called once at the start with the secret of the depot. */
export function useSecret(value: string): void {
  if (value.length < 32) throw new Error('DEPOT_SECRET must have at least 32 characters');
  secret = value;
}

const badgeOf = (request: Request): Badge | null => {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Badge ') ? readBadge(header.slice('Badge '.length), secret) : null;
};

/** Lets through whoever has a badge of at least that role. */
export function requireBadge(role: Role = 'visitor') {
  return (request: Request, response: Response, next: NextFunction): void => {
    const badge = badgeOf(request);
    if (badge === null) {
      response.status(401).json({ error: 'Hold your badge to the scanner again, or ask the gate for a new one.' });
      return;
    }
    if (RANK[badge.role] < RANK[role]) {
      response.status(403).json({ error: `This needs the role ${role}; your badge says ${badge.role}.` });
      return;
    }
    response.locals.badge = badge;
    next();
  };
}
