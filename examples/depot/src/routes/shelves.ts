import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as shelves from '../domain/shelves.js';
import type { Database } from '../utils/database.js';

/** /shelves: list, one, enter, change state, block. */
export function shelfRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, aisle, level, capacity, zone FROM shelves ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await shelves.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no shelf ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as shelves.ShelfDraft;
      const problems = shelves.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await shelves.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: shelves.ShelfState };
      await shelves.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.delete('/:id', requireBadge(), async (request, response, next) => {
    try {
      await database.run('DELETE FROM shelves WHERE id = ?', [Number(request.params.id)]);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
