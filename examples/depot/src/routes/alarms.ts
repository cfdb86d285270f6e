import { Router } from 'express';
import { requireBadge } from '../auth/roles.js';
import * as alarms from '../domain/alarms.js';
import type { Database } from '../utils/database.js';

/** /alarms: list, one, enter, change state, answer. */
export function alarmRoutes(database: Database): Router {
  const router = Router();

  router.get('/', requireBadge(), async (request, response, next) => {
    try {
      const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
      response.json(await database.all('SELECT id, state, zone, celsius, limit, called_to FROM alarms ORDER BY id LIMIT 50 OFFSET ?', [(page - 1) * 50]));
    } catch (error) {
      next(error);
    }
  });

  router.get('/:id', requireBadge(), async (request, response, next) => {
    try {
      const found = await alarms.find(database, Number(request.params.id));
      if (found === null) response.status(404).json({ error: `There is no alarm ${request.params.id}.` });
      else response.json(found);
    } catch (error) {
      next(error);
    }
  });

  router.post('/', requireBadge('packer'), async (request, response, next) => {
    try {
      const draft = request.body as alarms.AlarmDraft;
      const problems = alarms.check(draft);
      if (problems.length > 0) response.status(422).json({ problems });
      else response.status(201).json({ id: await alarms.add(database, draft) });
    } catch (error) {
      next(error);
    }
  });

  router.put('/:id/state', requireBadge('packer'), async (request, response, next) => {
    try {
      const { state } = request.body as { readonly state: alarms.AlarmState };
      await alarms.setState(database, Number(request.params.id), state);
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  router.post('/:id/hear', requireBadge('packer'), async (request, response, next) => {
    try {
      await alarms.setState(database, Number(request.params.id), 'heard');
      response.status(204).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}
