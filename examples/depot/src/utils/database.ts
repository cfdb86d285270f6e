import mysql from 'mysql2/promise';

export interface Database {
  all<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  run(sql: string, values?: readonly unknown[]): Promise<void>;
  /** The id of the new row. */
  insert(sql: string, values?: readonly unknown[]): Promise<number>;
  close(): Promise<void>;
}

export function openDatabase(address: string): Database {
  const pool = mysql.createPool({ uri: address, connectionLimit: 8 });
  return {
    async all<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      const [rows] = await pool.query(sql, [...values]);
      return rows as unknown as readonly Row[];
    },
    async run(sql, values = []) {
      await pool.query(sql, [...values]);
    },
    async insert(sql, values = []) {
      const [result] = await pool.query<mysql.ResultSetHeader>(sql, [...values]);
      return result.insertId;
    },
    close: () => pool.end(),
  };
}
