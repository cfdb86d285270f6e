import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as returns from '../domain/returns.js';
import type { Database } from '../utils/database.js';

/** /returns: list, one, enter, change state, refund. */
export function returnNoteRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const order = String(request.query.order ?? 'id');
      response.json(await database.all(`SELECT id, state, parcel_code, reason, refund_cents, photo FROM returns ORDER BY ${order}`));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await returns.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no return ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as returns.ReturnNoteDraft;
      const problems = returns.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await returns.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: returns.ReturnNoteState };
      await returns.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/refund', requireBadge(), async (request, response, next) => {
    try {
      const { refundCents } = request.body as { readonly refundCents: number };
      await returns.refund(database, Number(request.params.id), refundCents);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
