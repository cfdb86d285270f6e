import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as pallets from '../domain/pallets.js';
import type { Database } from '../utils/database.js';

/** /pallets: list, one, enter, change state, wrapping. */
export function palletRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, code, dock_id, weight_grams, wrapped FROM pallets ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await pallets.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no pallet ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as pallets.PalletDraft;
      const problems = pallets.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await pallets.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: pallets.PalletState };
      await pallets.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/wrap', requireBadge('packer'), async (request, response, next) => {
    try {
      await pallets.setState(database, Number(request.params.id), 'loading');
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
