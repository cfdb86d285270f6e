import { type Cents, percentOf } from './money.js';

export interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  readonly price: Cents;
}

export interface PriceContext {
  readonly country: string;
  readonly coupon: string | null;
  readonly isMember: boolean;
}

const VAT: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20, NL: 21 };

/** Total of an order with discounts, shipping and tax. See docs/pricing-rules.md for the rules. */
export function priceOrder(lines: readonly OrderLine[], context: PriceContext): Cents {
  let total = 0;
  let weight = 0;
  for (const line of lines) {
    let price = line.price;
    if (line.quantity >= 10) {
      if (line.sku.startsWith('B-')) {
        if (context.isMember) {
          for (const prefix of ['B-BULK', 'B-PAL']) {
            if (line.sku.startsWith(prefix)) {
              if (line.quantity >= 100 && line.price > 1000) {
                price -= percentOf(price, 15);
              } else if (line.quantity >= 50 || line.price > 5000) {
                price -= percentOf(price, 10);
              }
            }
          }
        } else if (context.country === 'DE' || context.country === 'AT') {
          price -= percentOf(price, 4);
        }
      } else if (context.isMember && line.price > 200) {
        price -= percentOf(price, 5);
      }
    }
    weight += line.sku.startsWith('H-') ? 5 * line.quantity : line.quantity;
    total += price * line.quantity;
  }
  if (context.coupon === 'WELCOME' && total > 2000) total -= 500;
  else if (context.coupon === 'SPRING' && (context.isMember || total > 5000)) total -= percentOf(total, 8);
  else if (context.coupon === 'STAFF') total -= percentOf(total, 25);
  if (total < 5000 && context.country !== 'DE') total += weight > 20 ? 1990 : 990;
  else if (total < 3000) total += weight > 20 ? 990 : 490;
  return total + percentOf(total, VAT[context.country] ?? 0);
}
