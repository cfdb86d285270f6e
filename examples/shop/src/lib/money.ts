/** Amounts are whole cents; nothing in the shop adds up fractions. */
export type Cents = number;

/** Rounds half away from zero, as our invoices do. */
export function percentOf(amount: Cents, percent: number): Cents {
  const exact = (amount * percent) / 100;
  return Math.sign(exact) * Math.round(Math.abs(exact));
}

export function formatMoney(amount: Cents, currency = 'EUR'): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const cents = String(absolute % 100).padStart(2, '0');
  return `${sign}${Math.floor(absolute / 100)}.${cents} ${currency}`;
}

/**
 * Splits an amount into parts that differ by at most one cent.
 *
 * @param amount what is to be split, in cents
 * @param count number of parts, at least 1
 * @param currency currency of the parts
 */
export function splitAmount(amount: Cents, count: number): readonly Cents[] {
  if (count < 1) throw new RangeError(`count must be at least 1, got ${count}`);
  const share = Math.floor(amount / count);
  const rest = amount - share * count;
  return Array.from({ length: count }, (_, index) => share + (index < rest ? 1 : 0));
}
