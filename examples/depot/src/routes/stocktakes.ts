import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as stocktakes from '../domain/stocktakes.js';
import type { Database } from '../utils/database.js';

/** /stocktakes: list, one, enter, change state, booking. */
export function stocktakeRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, shelf_id, sku, counted, counted_by FROM stocktakes ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await stocktakes.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no stocktake ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as stocktakes.StocktakeDraft;
      const problems = stocktakes.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await stocktakes.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: stocktakes.StocktakeState };
      await stocktakes.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/book', requireBadge('lead'), async (request, response, next) => {
    try {
      response.json({ difference: await stocktakes.book(database, Number(request.params.id)) });
    } catch (error) {
      response.status(500).json({ error: 'Error' });
    }
  });

  return router;
}
