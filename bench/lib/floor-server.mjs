/**
 * The limit of this machine: a bare `node:http` server on `pg`, with one statement per request and
 * no checks. `POST /create` writes the rows of an invoice into copies of the gateway's tables that
 * have their indexes but neither triggers nor foreign keys; `POST /read` reads one of them with its
 * quote. Started by `startFloor`; prints its port to standard output.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({
  connectionString: process.env.FLOOR_DATABASE_URL,
  max: 10,
  options: "-c search_path=floor,public",
});
/** As long as the QR code of a response. */
const QR = `data:image/png;base64,${"A".repeat(620)}`;

const CREATE = `
  WITH taken AS (
    UPDATE addresses SET owner_kind = 'invoice', owner_id = $1, assigned_at = $4
    WHERE id = (SELECT id FROM addresses WHERE family = 'evm' AND assigned_at IS NULL AND id > $7 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, address
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT $2, $3, 'invoice', $1 FROM taken
  ), event AS (
    INSERT INTO invoice_events (invoice_id, kind, detail) SELECT $1, 'created', '{"currency":"USDT","network":"eth"}' FROM taken
  ), quote AS (
    INSERT INTO quotes (id, invoice_id, number, address_id, address, valid_until, created_at, currency_code, network_code, payer_amount, base_amount,
      discount, rate, rate_source, rate_at, usd_rate, commission_rate, commission_fixed)
    SELECT $5, $1, 1, id, address, $4, $4, 'USDT', 'eth', 25, 25, 0, 1, 'Binance', $4, 1, 0.01, 0 FROM taken
  )
  INSERT INTO invoices (id, merchant_id, order_id, amount, currency_code, to_currency_code, network_code, url_callback, is_payment_multiple,
    lifetime_seconds, subtract_percent, accuracy_percent, expires_at, current_quote_id, created_at, updated_at)
  SELECT $1, $2, $3, 25, 'USD', 'USDT', 'eth', $6, true, 3600, 0, 0, $4, $5, $4, $4 FROM taken
  RETURNING (SELECT address FROM taken) AS address, (SELECT id FROM taken) AS address_id`;

const READ = `
  SELECT i.*, q.address, q.payer_amount FROM invoices i JOIN quotes q ON q.id = i.current_quote_id WHERE i.id = $1 AND i.merchant_id = $2`;

/** As the gateway does: what was taken before is not searched again. */
let lastTaken = "0";

async function create({ merchant, order_id, url_callback }) {
  const [id, now] = [randomUUID(), new Date()];
  const { rows } = await pool.query({
    name: "create",
    text: CREATE,
    values: [id, merchant, order_id, now, randomUUID(), url_callback, lastTaken],
  });
  lastTaken = rows[0].address_id;
  return { uuid: id, order_id, address: rows[0].address, address_qr_code: QR };
}

async function read({ merchant, uuid }) {
  const { rows } = await pool.query({ name: "read", text: READ, values: [uuid, merchant] });
  return { ...rows[0], address_qr_code: QR };
}

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    try {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const result = request.url === "/create" ? await create(body) : await read(body);
      const text = JSON.stringify({ state: 0, result });
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      response.end(text);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("SIGTERM", () => process.exit(0));
