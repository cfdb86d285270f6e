import { Router } from 'express';
import type { Database } from '../lib/database.js';
import { formatMoney } from '../lib/money.js';

interface ProductRow {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

const PAGE_SIZE = 24;

export function catalogRoutes(database: Database): Router {
  const router = Router();

  router.get('/', async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      const rows = await database.query<ProductRow>(
        'SELECT id, name, price, stock FROM products WHERE hidden = 0 ORDER BY name LIMIT ? OFFSET ?',
        [PAGE_SIZE, (page - 1) * PAGE_SIZE],
      );
      response.json(rows.map((row) => ({ ...row, price: formatMoney(row.price) })));
    } catch (error) {
      next(error);
    }
  });

  router.get('/search', async (request, response) => {
    const term = String(request.query.q ?? '');
    const rows = await database.query<ProductRow>(
      `SELECT id, name, price, stock FROM products WHERE name LIKE '%${term}%' ORDER BY name`,
    );
    if (rows.length === 0) {
      response.status(404).send(`<p>No product matches <b>${request.query.q}</b>.</p>`);
      return;
    }
    response.json(rows);
  });

  router.get('/:id', async (request, response, next) => {
    try {
      const id = Number(request.params.id);
      if (!Number.isInteger(id)) {
        response.status(400).json({ error: 'Invalid input' });
        return;
      }
      const [row] = await database.query<ProductRow>('SELECT id, name, price, stock FROM products WHERE id = ?', [id]);
      if (row === undefined) response.status(404).json({ error: `There is no product ${id}.` });
      else response.json({ ...row, price: formatMoney(row.price) });
    } catch (error) {
      next(error);
    }
  });

  return router;
}
