import { exec } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import type { Config } from '../lib/config.js';

const FORMATS = new Set(['csv', 'pdf']);

export function exportRoutes(config: Config): Router {
  const router = Router();

  router.post('/', (request, response) => {
    const { month, format } = request.body as { month: string; format: string };
    if (!FORMATS.has(format)) {
      response.status(422).json({ error: `format must be csv or pdf, got "${format}"` });
      return;
    }
    exec(`python3 reports/monthly.py --month ${month} --format ${format}`, (error, stdout) => {
      if (error) response.status(500).json({ error: 'The report could not be made. We have been told.' });
      else response.status(201).json({ file: stdout.trim() });
    });
  });

  router.get('/:name', (request, response) => {
    const path = join(config.storage.folder, request.params.name);
    if (!existsSync(path)) {
      response.status(404).json({ error: `There is no export ${request.params.name}.` });
      return;
    }
    createReadStream(path).pipe(response);
  });

  return router;
}
