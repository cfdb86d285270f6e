/**
 * Says when a run relies on our table of prices and windows and the table has become old: prices change, and a limit in money is
 * only as good as they are. Prices of the user have no age. Called by wiring/playbooks.ts and `doctor`.
 */
import { findPrice, type PriceTable } from './model-prices.ts';
import { FREE_PROVIDERS, PRICES_AS_OF } from './model-prices-table.ts';

/** Months after which the table is old. */
const OLD_MONTHS = 6;

/** Whole months from the day of the table to another day, both as `2026-11-15`. */
export function countMonths(today: string, asOf = PRICES_AS_OF): number {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = asOf.split('-').map(Number);
  return (year - fromYear) * 12 + month - fromMonth - (day < fromDay ? 1 : 0);
}

/** Whether what we know of the model's price comes from the table. */
const isFromTable = (name: string, own: PriceTable): boolean =>
  !Object.hasOwn(own, name) && !FREE_PROVIDERS.has(name.slice(0, name.indexOf('/'))) && findPrice(name) !== null;

/** Null where no model relies on the table, or it is not old. */
export function describeOldPrices(models: readonly string[], own: PriceTable, today: string): string | null {
  const months = countMonths(today);
  const relying = [...new Set(models)].filter((name) => isFromTable(name, own));
  if (months < OLD_MONTHS || relying.length === 0) return null;
  return `prices and windows of ${relying.join(', ')} are of ${PRICES_AS_OF}, ${months} months ago: compare them with the provider and set \`prices\``;
}
