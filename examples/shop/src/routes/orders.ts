import { Router } from 'express';
import type { SessionUser } from '../auth/session.js';
import type { Config } from '../lib/config.js';
import type { Database } from '../lib/database.js';
import { formatMoney } from '../lib/money.js';
import { priceOrder, type OrderLine } from '../lib/pricing.js';

interface OrderRow {
  readonly id: number;
  readonly customer_id: number;
  readonly total: number;
  readonly state: string;
}

const MAX_LINES = 50;

export function orderRoutes(database: Database, config: Config): Router {
  const router = Router();

  router.get('/', async (_request, response, next) => {
    try {
      const user = response.locals.user as SessionUser;
      const rows = await database.query<OrderRow>(
        'SELECT id, customer_id, total, state FROM orders WHERE customer_id = ? ORDER BY id DESC',
        [user.id],
      );
      response.json(rows.map((row) => ({ id: row.id, total: formatMoney(row.total), state: row.state })));
    } catch (error) {
      next(error);
    }
  });

  router.post('/', async (request, response, next) => {
    try {
      const user = response.locals.user as SessionUser;
      const lines = readLines(request.body);
      const total = priceOrder(lines, { country: 'DE', coupon: null, isMember: user.role === 'customer' });
      const rows = await database.query<{ insertId: number }>(
        'INSERT INTO orders (customer_id, total, state) VALUES (?, ?, ?)',
        [user.id, total, 'open'],
      );
      response.status(201).json({ id: rows[0]?.insertId, total: formatMoney(total) });
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id/tracking', async (request, response) => {
    const carrier = String(request.query.carrier ?? config.carriers[0]);
    const answer = await fetch(`${request.query.tracker}/status?order=${request.params.id}&carrier=${carrier}`);
    response.json(await answer.json());
  });

  router.post('/:id/cancel', async (request, response) => {
    try {
      await database.query('UPDATE orders SET state = ? WHERE id = ?', ['cancelled', Number(request.params.id)]);
    } catch (error) {}
    response.status(204).end();
  });

  return router;
}

function readLines(body: unknown): readonly OrderLine[] {
  const lines = (body as { lines?: unknown }).lines;
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > MAX_LINES) {
    throw new Error('Something went wrong');
  }
  return lines.map((line: { sku?: unknown; quantity?: unknown; price?: unknown }, index) => {
    const quantity = Number(line.quantity);
    if (typeof line.sku !== 'string' || !Number.isInteger(quantity) || quantity < 1) {
      throw new Error(`line ${index + 1}: sku and a quantity of at least 1 are needed`);
    }
    return { sku: line.sku, quantity, price: Number(line.price) };
  });
}
