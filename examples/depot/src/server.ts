import express from 'express';
import { useSecret } from './auth/roles.js';
import { alarmRoutes } from './routes/alarms.js';
import { carrierRoutes } from './routes/carriers.js';
import { contractRoutes } from './routes/contracts.js';
import { dockRoutes } from './routes/docks.js';
import { palletRoutes } from './routes/pallets.js';
import { parcelRoutes } from './routes/parcels.js';
import { returnNoteRoutes } from './routes/returns.js';
import { shelfRoutes } from './routes/shelves.js';
import { stocktakeRoutes } from './routes/stocktakes.js';
import { supplierRoutes } from './routes/suppliers.js';
import { vehicleRoutes } from './routes/vehicles.js';
import { openDatabase } from './utils/database.js';

useSecret(process.env.DEPOT_SECRET ?? '');
const database = openDatabase(process.env.DEPOT_DATABASE ?? 'mysql://localhost/depot');

const app = express();
app.use(express.json({ limit: '200kb' }));
app.use('/parcels', parcelRoutes(database));
app.use('/returns', returnNoteRoutes(database));
app.use('/shelves', shelfRoutes(database));
app.use('/carriers', carrierRoutes(database));
app.use('/suppliers', supplierRoutes(database));
app.use('/stocktakes', stocktakeRoutes(database));
app.use('/pallets', palletRoutes(database));
app.use('/docks', dockRoutes(database));
app.use('/vehicles', vehicleRoutes(database));
app.use('/contracts', contractRoutes(database));
app.use('/alarms', alarmRoutes(database));

const server = app.listen(Number(process.env.DEPOT_PORT ?? 8095));

process.on('SIGTERM', () => {
  server.close(() => void database.close());
});
