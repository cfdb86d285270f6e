/**
 * Writes and reads JSON with regular expressions in it: each is an object with its source, and its flags where they are not `u`, and is
 * compiled when first used. Used for compiled rules by read-table.ts, compile-tables.ts, ast-grep/rule-pack.ts and own-rules.
 */
const SOURCE = '$regex';
const FLAGS = '$flags';

export const formatWithExpressions = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (inner instanceof RegExp ? formatExpression(inner) : inner));

const formatExpression = ({ source, flags }: RegExp): Readonly<Record<string, string>> =>
  flags === 'u' ? { [SOURCE]: source } : { [SOURCE]: source, [FLAGS]: flags };

export const parseWithExpressions = (text: string): unknown => revive(JSON.parse(text));

/** Puts the expressions back, in place: each is made when it is first asked for, because most rules are not tried on most files. */
function revive(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields[SOURCE] === 'string') return toExpression(fields);
  for (const key in fields) {
    const inner = fields[key];
    if (inner === null || typeof inner !== 'object') continue;
    if (Array.isArray(value) || !(SOURCE in inner)) fields[key] = revive(inner);
    else makeWhenAsked(fields, key, inner as Record<string, unknown>);
  }
  return value;
}

const toExpression = (written: Readonly<Record<string, unknown>>): RegExp =>
  new RegExp(String(written[SOURCE]), String(written[FLAGS] ?? 'u'));

function makeWhenAsked(fields: Record<string, unknown>, key: string, written: Readonly<Record<string, unknown>>): void {
  const settings = { configurable: true, enumerable: true };
  Object.defineProperty(fields, key, {
    ...settings,
    get: () => {
      const value = toExpression(written);
      Object.defineProperty(fields, key, { ...settings, value, writable: true });
      return value;
    },
  });
}
