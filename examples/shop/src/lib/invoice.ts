import { type Cents, formatMoney } from './money.js';
import type { OrderLine } from './pricing.js';

export interface Address {
  readonly name: string;
  readonly street: string;
  readonly city: string;
}

/** Plain-text invoice, one line per article. */
export function renderInvoice(number: string, address: Address, lines: readonly OrderLine[]): string {
  const rows: string[] = [];
  let total: Cents = 0;
  for (const line of lines) {
    const amount = line.price * line.quantity;
    const label = line.sku.length > 20 ? `${line.sku.slice(0, 17)}...` : line.sku.padEnd(20, ' ');
    const quantity = String(line.quantity).padStart(5, ' ');
    const single = formatMoney(line.price).padStart(12, ' ');
    const summed = formatMoney(amount).padStart(14, ' ');
    rows.push(`${label}${quantity}${single}${summed}`);
    total += amount;
  }
  const rule = '-'.repeat(51);
  const head = [address.name, address.street, address.city].join('\n');
  const foot = `${'Total'.padEnd(37, ' ')}${formatMoney(total).padStart(14, ' ')}`;
  return [head, '', `Invoice ${number}`, rule, ...rows, rule, foot].join('\n');
}
