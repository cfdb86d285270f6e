/**
 * Checks a state transfer before it enters a prompt and returns all errors (TRANSFER-02..10, TRANSFER-16, TRANSFER-17, AUD-17,
 * HOST-12); any error blocks it. Takes any value, never throws, repairs nothing. Called by engine/audit/hunt-rounds.ts.
 */

import { DIMENSIONS, type Dimension, isDimension, parseCoverageSymbol } from '../findings/dimension.ts';
import { isAuditSeverity } from '../findings/severity.ts';
import { isJsonObject, type JsonObject } from '../text/json-object.ts';
import { MAX_FILES_READ, MAX_SEARCHES, MAX_SUMMARIES, SUMMARY_STATUSES, type SummaryStatus } from './round-context.ts';
import { isSafeCwe, isSafeId, isSafePath, isSafeReason } from './transfer-sanitising.ts';

export interface TransferError {
  /** `FILES_READ[3]`, `COVERED.D4`. */
  readonly field: string;
  readonly message: string;
}

type Check = (value: unknown, field: string) => readonly TransferError[];

const fail = (field: string, message: string): readonly TransferError[] => [{ field, message }];

/** Empty where the transfer may be injected. */
export function validateStateTransfer(value: unknown): readonly TransferError[] {
  const context = isJsonObject(value) ? value.round_context : undefined;
  if (!isJsonObject(context)) return fail('round_context', 'missing or not an object');
  const data = context.transfer_data;
  return [
    ...checkKeys(value as JsonObject, ['round_context'], ''),
    ...checkKeys(context, ['current_round', 'previous_rounds', 'transfer_data'], ''),
    ...checkRounds(context),
    ...(isJsonObject(data) ? checkData(data) : fail('transfer_data', 'missing or not an object')),
  ];
}

const checkKeys = (value: JsonObject, known: readonly string[], prefix: string): readonly TransferError[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ field: `${prefix}${isSafeId(key) ? key : '?'}`, message: 'unknown key' }));

function checkRounds(context: JsonObject): readonly TransferError[] {
  const current = context.current_round;
  const previous = context.previous_rounds;
  if (typeof current !== 'number' || !Number.isInteger(current) || current < 2)
    return fail('current_round', 'must be an integer of at least 2');
  const isWhole =
    Array.isArray(previous) && previous.length === current - 1 && previous.every((round, i) => round === i + 1);
  return isWhole ? [] : fail('previous_rounds', `must list 1 to ${current - 1}`);
}

function checkData(data: JsonObject): readonly TransferError[] {
  const errors = [
    ...checkKeys(data, ['FILES_READ', 'COVERED', 'GAPS', ...Object.keys(OPTIONAL_FIELDS)], ''),
    ...checkFilesRead(data.FILES_READ),
    ...checkCovered(data.COVERED),
    ...checkGaps(data.GAPS, data.COVERED),
  ];
  for (const [field, { limit, check }] of Object.entries(OPTIONAL_FIELDS))
    if (Object.hasOwn(data, field)) for (const error of checkList(data[field], field, limit, check)) errors.push(error);
  return errors;
}

function checkFilesRead(value: unknown): readonly TransferError[] {
  if (!Array.isArray(value) || value.length === 0) return fail('FILES_READ', 'must be a list with at least one entry');
  return checkList(value, 'FILES_READ', MAX_FILES_READ, checkReadEntry);
}

function checkList(value: unknown, field: string, limit: number | null, check: Check): readonly TransferError[] {
  if (!Array.isArray(value)) return fail(field, 'must be a list');
  const errors: TransferError[] = [];
  if (limit !== null && value.length > limit)
    errors.push({ field, message: `has ${value.length} entries, at most ${limit} are allowed` });
  value.forEach((entry: unknown, i) => {
    for (const error of check(entry, `${field}[${i}]`)) errors.push(error);
  });
  return errors;
}

function checkCovered(value: unknown): readonly TransferError[] {
  if (!isJsonObject(value)) return fail('COVERED', 'missing or not an object');
  const missing = DIMENSIONS.filter((dimension) => !Object.hasOwn(value, dimension));
  const wrong = DIMENSIONS.filter(
    (dimension) => Object.hasOwn(value, dimension) && readStatus(value, dimension) === null,
  );
  return [
    ...checkKeys(value, DIMENSIONS, 'COVERED.'),
    ...missing.map((dimension) => ({ field: `COVERED.${dimension}`, message: 'missing' })),
    ...wrong.map((dimension) => ({ field: `COVERED.${dimension}`, message: 'must be ✅, ⚠️, ❌ or N/A' })),
  ];
}

function readStatus(covered: JsonObject, dimension: Dimension): ReturnType<typeof parseCoverageSymbol> {
  const symbol = covered[dimension];
  return typeof symbol === 'string' ? parseCoverageSymbol(symbol) : null;
}

/** GAPS is derived from COVERED and must be equal to it. */
function checkGaps(value: unknown, covered: unknown): readonly TransferError[] {
  if (!Array.isArray(value)) return fail('GAPS', 'missing or not a list');
  if (!isJsonObject(covered)) return [];
  const gaps: readonly unknown[] = value;
  const isGap = (dimension: Dimension): boolean =>
    ['shallow', 'missing'].includes(readStatus(covered, dimension) ?? '');
  const errors: TransferError[] = [];
  gaps.forEach((entry, i) => {
    if (!isDimension(entry)) errors.push({ field: `GAPS[${i}]`, message: 'is no dimension' });
    else if (!isGap(entry)) errors.push({ field: `GAPS[${i}]`, message: `${entry} is neither ⚠️ nor ❌ in COVERED` });
  });
  if (new Set(gaps).size !== gaps.length) errors.push({ field: 'GAPS', message: 'names a dimension twice' });
  const absent = DIMENSIONS.filter((dimension) => isGap(dimension) && !gaps.includes(dimension));
  if (absent.length > 0) errors.push({ field: 'GAPS', message: `lacks ${absent.join(', ')}` });
  return errors;
}

/** An entry as an object with exactly these fields, each of which must hold. */
const entryOf =
  (fields: Readonly<Record<string, (value: unknown) => boolean>>): Check =>
  (value, field) => {
    if (!isJsonObject(value)) return fail(field, 'must be an object');
    const errors = [...checkKeys(value, Object.keys(fields), `${field}.`)];
    for (const [name, holds] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) errors.push({ field: `${field}.${name}`, message: 'missing' });
      else if (!holds(value[name])) errors.push({ field: `${field}.${name}`, message: 'not allowed here' });
    }
    return errors;
  };

const isPath = (value: unknown): boolean => typeof value === 'string' && isSafePath(value);
const isReason = (value: unknown): boolean => typeof value === 'string' && isSafeReason(value);
const isLine = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const isLines = (value: unknown): boolean => {
  const [, start, end] = (typeof value === 'string' && /^([1-9]\d{0,15})-([1-9]\d{0,15})$/u.exec(value)) || [];
  return Number(start) <= Number(end) && isLine(Number(start)) && isLine(Number(end));
};
const checkPath: Check = (value, field) =>
  isPath(value) ? [] : fail(field, 'must be a relative path without control characters');
/** A path, or a directory with a count behind the last colon. */
const checkReadEntry: Check = (value, field) =>
  typeof value === 'string' && isSafePath(value.replace(/:\d+$/u, '')) ? [] : checkPath(value, field);

/** Optional fields with their limits; null = unlimited. */
const OPTIONAL_FIELDS: Readonly<Record<string, { readonly limit: number | null; readonly check: Check }>> = {
  FINDINGS_SUMMARY: {
    limit: MAX_SUMMARIES,
    check: entryOf({
      id: (value) => typeof value === 'string' && isSafeId(value),
      severity: isAuditSeverity,
      cwe: (value) => value === null || (typeof value === 'string' && isSafeCwe(value)),
      file: isPath,
      status: (value) => SUMMARY_STATUSES.includes(value as SummaryStatus),
    }),
  },
  HOTSPOTS: { limit: null, check: entryOf({ file: isPath, lines: isLines, reason: isReason }) },
  FALSE_POSITIVES: { limit: null, check: entryOf({ file: isPath, line: isLine, reason: isReason }) },
  CLEAN: { limit: null, check: checkPath },
  GREP_DONE: {
    limit: MAX_SEARCHES,
    check: entryOf({ pattern: (value) => isReason(value) && value !== '', scope: isPath }),
  },
};
