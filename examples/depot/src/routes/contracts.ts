import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as contracts from '../domain/contracts.js';
import type { Database } from '../utils/database.js';

/** /contracts: list, one, enter, change state, signature. */
export function contractRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, supplier_id, sku, price_cents, ends_on FROM contracts ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await contracts.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no contract ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as contracts.ContractDraft;
      const problems = contracts.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await contracts.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: contracts.ContractState };
      await contracts.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/sign', requireBadge('packer'), async (request, response, next) => {
    try {
      await contracts.setState(database, Number(request.params.id), 'signed');
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
