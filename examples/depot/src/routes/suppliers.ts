import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as suppliers from '../domain/suppliers.js';
import type { Database } from '../utils/database.js';

/** /suppliers: list, one, enter, change state, approval. */
export function supplierRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, name, contact, lead_days, tax_number FROM suppliers ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await suppliers.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no supplier ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as suppliers.SupplierDraft;
      const problems = suppliers.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await suppliers.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: suppliers.SupplierState };
      await suppliers.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/approve', requireBadge('lead'), async (request, response, next) => {
    try {
      await suppliers.setState(database, Number(request.params.id), 'approved');
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
