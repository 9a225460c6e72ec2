import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { tempFolder } from './temp-folder'

/** A small database in a folder of its own, with what a hostile query would like to reach. */
export interface ShopDatabase {
  readonly file: string
  /** a folder for what a query may write */
  readonly elsewhere: string
  /** names and hashes of the database and all files next to it */
  fingerprint(): string
}

/**
 * Creates it: tables, a view, triggers, a full-text table, and a view that calls a function that only a program could
 * provide.
 */
export function shopDatabase(): ShopDatabase {
  const folder = tempFolder()
  const file = join(folder, 'shop.db')
  const database = new sqlite.Database(file)
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total REAL, at TEXT);
    CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT);
    CREATE INDEX orders_by_customer ON orders (customer);
    CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;
    CREATE TRIGGER watch INSTEAD OF INSERT ON totals BEGIN DELETE FROM orders; END;
    CREATE VIRTUAL TABLE notes USING fts5(body);
    INSERT INTO notes VALUES ('the belt was down'), ('all went well');
    INSERT INTO secrets VALUES (1, 'xyzzy');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO orders SELECT i, 'customer ' || (i % 7), i * 1.5, date('2026-01-01', i || ' days') FROM n;`)
  database.close()
  return {
    file,
    elsewhere: tempFolder(),
    fingerprint: () =>
      readdirSync(folder)
        .sort()
        .map(
          (name) =>
            `${name} ${createHash('sha256')
              .update(readFileSync(join(folder, name)))
              .digest('hex')}`,
        )
        .join('\n'),
  }
}
