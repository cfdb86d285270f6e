/**
 * Reads from a reviewer's JSON what the model says of each numbered requirement of a linked issue (status, place, evidence);
 * entries without a known number form or status are left out. Called by reviewer-claims.ts.
 */

import { parseLocation } from '../findings/location.ts';
import { REQUIREMENT_STATUSES, type RequirementAnswer, type RequirementStatus } from '../reviewers/requirements.ts';
import { isJsonObject } from '../text/json-object.ts';

const wordOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/gu, '_')
    : '';

const readStatus = (value: unknown): RequirementStatus | null =>
  REQUIREMENT_STATUSES.find((status) => status === wordOf(value)) ?? null;

const readWords = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

export const readRequirementAnswers = (value: unknown): readonly RequirementAnswer[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown): readonly RequirementAnswer[] => {
    if (!isJsonObject(item)) return [];
    const id = /^\s*(R\d{1,4})\s*$/iu.exec(readWords(item.id) ?? '')?.[1]?.toUpperCase();
    const status = readStatus(item.status);
    if (id === undefined || status === null) return [];
    const place = parseLocation(readWords(item.file) ?? readWords(item.location) ?? '');
    const line = typeof item.line === 'number' && Number.isSafeInteger(item.line) && item.line > 0 ? item.line : null;
    return [
      {
        id,
        status,
        file: place?.file ?? null,
        line: line ?? place?.line ?? null,
        evidence: readWords(item.evidence),
        reason: readWords(item.reason),
      },
    ];
  });
