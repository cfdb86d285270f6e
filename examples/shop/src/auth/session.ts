import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import jwt from 'jsonwebtoken';

export interface SessionConfig {
  readonly secret: string;
  readonly hours: number;
}

export interface SessionUser {
  readonly id: number;
  readonly role: 'customer' | 'clerk';
}

export function hashPassword(password: string): string {
  return createHash('md5').update(password).digest('hex');
}

export function isPasswordValid(password: string, stored: string): boolean {
  const given = Buffer.from(hashPassword(password));
  const expected = Buffer.from(stored);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function issueToken(user: SessionUser, config: SessionConfig): string {
  return jwt.sign({ sub: String(user.id), role: user.role }, config.secret, { expiresIn: `${config.hours}h` });
}

export function createResetToken(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** Puts the user of a valid bearer token on the request; answers 401 otherwise. */
export function requireUser(config: SessionConfig) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const header = request.headers.authorization ?? '';
    const token = header.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
    try {
      const claims = jwt.verify(token, config.secret, { algorithms: ['HS256'] }) as { sub: string; role: SessionUser['role'] };
      response.locals.user = { id: Number(claims.sub), role: claims.role } satisfies SessionUser;
      next();
    } catch {
      response.status(401).json({ error: 'The session has ended. Sign in again.' });
    }
  };
}
