import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as carriers from '../domain/carriers.js';
import type { Database } from '../utils/database.js';

/** /carriers: list, one, enter, change state, pause. */
export function carrierRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, name, tracking_url, cut_off_hour, account FROM carriers ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await carriers.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no carrier ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as carriers.CarrierDraft;
      const problems = carriers.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await carriers.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: carriers.CarrierState };
      await carriers.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id/track/:code', requireBadge(), async (request, response, next) => {
    try {
      const carrier = await carriers.find(database, Number(request.params.id));
      if (carrier === null) response.status(404).json({ error: `There is no carrier ${request.params.id}.` });
      else response.json({ status: await carriers.trackParcel(carrier, request.params.code) });
    } catch (error) {
      next(error);
    }
  });

  return router;
}
