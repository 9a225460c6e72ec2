// Makes the bundled sample, resources/sample/shop.db: a small shop with customers, orders, products and events. The same on every run.
import { mkdirSync, rmSync } from 'node:fs'
import sqlite from 'node-sqlite3-wasm'
import { shopRows } from './sample/shop.mjs'
import { inProject } from './setup/project.mjs'

const SCHEMA = `
  PRAGMA page_size = 4096;
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, since DATE NOT NULL);
  CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL, in_stock INTEGER NOT NULL);
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    product_id INTEGER NOT NULL REFERENCES products (id),
    ordered_at DATETIME NOT NULL,
    quantity INTEGER NOT NULL,
    total REAL NOT NULL,
    status TEXT NOT NULL
  );
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    at DATETIME NOT NULL,
    kind TEXT NOT NULL
  );
  CREATE INDEX orders_by_customer ON orders (customer_id);
  CREATE INDEX orders_by_day ON orders (ordered_at);
  CREATE INDEX events_by_order ON events (order_id);`

const file = inProject('resources', 'sample', 'shop.db')
mkdirSync(inProject('resources', 'sample'), { recursive: true })
rmSync(file, { force: true })
const database = new sqlite.Database(file)
database.exec(SCHEMA)
database.exec('BEGIN')
for (const [table, rows] of Object.entries(shopRows())) {
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${rows[0].map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(row)
  insert.finalize()
}
database.exec('COMMIT; ANALYZE; VACUUM')
database.close()
