/** Regular expressions in compiled rules. JSON has none: one is an object with its source, and its flags where they are not `u`. */
const SOURCE = '$regex';
const FLAGS = '$flags';

export const formatWithExpressions = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (inner instanceof RegExp ? formatExpression(inner) : inner));

const formatExpression = ({ source, flags }: RegExp): Readonly<Record<string, string>> =>
  flags === 'u' ? { [SOURCE]: source } : { [SOURCE]: source, [FLAGS]: flags };

export const parseWithExpressions = (text: string): unknown => revive(JSON.parse(text));

/** Puts the expressions back, in place. */
function revive(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields[SOURCE] === 'string') return new RegExp(fields[SOURCE], String(fields[FLAGS] ?? 'u'));
  for (const key in fields) {
    const inner = fields[key];
    if (inner !== null && typeof inner === 'object') fields[key] = revive(inner);
  }
  return value;
}
