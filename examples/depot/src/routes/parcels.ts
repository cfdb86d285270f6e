import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as parcels from '../domain/parcels.js';
import type { Database } from '../utils/database.js';

/** /parcels: list, one, enter, change state, label. */
export function parcelRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, code, carrier_id, weight_grams, destination FROM parcels ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await parcels.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no parcel ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as parcels.ParcelDraft;
      const problems = parcels.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await parcels.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: parcels.ParcelState };
      await parcels.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/label', requireBadge('packer'), async (request, response, next) => {
    try {
      const id = Number(request.params.id);
      await parcels.setState(database, id, 'labelled');
      const parcel = await parcels.find(database, id);
      response.status(201).json({ label: `${parcel?.code ?? ''}-${Date.now()}`, printer: request.body.printer });
    } catch (error) {
      next(error);
    }
  });

  return router;
}
