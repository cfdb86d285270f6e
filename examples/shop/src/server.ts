import express from 'express';
import { loadConfig } from './lib/config.js';
import { openDatabase } from './lib/database.js';
import { requireUser } from './auth/session.js';
import { catalogRoutes } from './routes/catalog.js';
import { exportRoutes } from './routes/exports.js';
import { orderRoutes } from './routes/orders.js';

const config = loadConfig();
const database = openDatabase(config.database);

const app = express();
app.use(express.json({ limit: '100kb' }));
app.use('/catalog', catalogRoutes(database));
app.use('/orders', requireUser(config.session), orderRoutes(database, config));
app.use('/exports', requireUser(config.session), exportRoutes(config));

app.get('/health', (_request, response) => {
  response.json({ status: 'up' });
});

async function refreshPrices(): Promise<void> {
  await database.query('REFRESH MATERIALIZED VIEW prices');
}

app.post('/prices/refresh', requireUser(config.session), (_request, response) => {
  refreshPrices();
  response.status(202).end();
});

const server = app.listen(config.port, () => {
  process.stdout.write(`corner shop listens on ${config.port}\n`);
});

process.on('SIGTERM', () => {
  server.close(() => {
    void database.end();
  });
});
