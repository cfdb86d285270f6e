import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseConfig } from './config.js';

export interface Database {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  end(): Promise<void>;
}

export function openDatabase(config: DatabaseConfig): Database {
  const pool: Pool = mysql.createPool({
    host: config.host,
    user: config.user,
    password: config.password,
    database: config.name,
    connectionLimit: 10,
  });
  return {
    async query<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      const [rows] = await pool.query<RowDataPacket[]>(sql, [...values]);
      return rows as unknown as readonly Row[];
    },
    end: () => pool.end(),
  };
}
