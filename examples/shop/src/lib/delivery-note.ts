import { type Cents, formatMoney } from './money.js';
import type { Address } from './invoice.js';
import type { OrderLine } from './pricing.js';

/** Goes into the parcel; the same table as the invoice, with the value for customs. */
export function renderDeliveryNote(parcel: string, address: Address, lines: readonly OrderLine[]): string {
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
  const foot = `${'Value for customs'.padEnd(37, ' ')}${formatMoney(total).padStart(14, ' ')}`;
  return [head, '', `Parcel ${parcel}`, rule, ...rows, rule, foot].join('\n');
}
