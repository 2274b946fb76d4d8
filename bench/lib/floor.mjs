/**
 * The floor beside a bench gateway: copies of its tables in a separate schema, and the bare server
 * on them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/paths.mjs";

const COPIED = ["addresses", "claimed_order_ids", "invoice_events", "quotes", "invoices"];

/** Returns `{ baseUrl, stop }`. The address pool is as large as the gateway's. */
export async function startFloor({ client, superuserUrl }) {
  await client.query("CREATE SCHEMA floor");
  for (const table of COPIED)
    await client.query(`CREATE TABLE floor.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING GENERATED)`);
  await client.query(
    "INSERT INTO floor.addresses SELECT (jsonb_populate_record(NULL::floor.addresses, to_jsonb(a))).* FROM public.addresses a WHERE assigned_at IS NULL AND family = 'evm'",
  );
  await client.query("ANALYZE floor.addresses");
  const child = spawn(process.execPath, [join(ROOT, "bench/lib/floor-server.mjs")], {
    env: { ...process.env, NODE_ENV: "production", FLOOR_DATABASE_URL: superuserUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  const stop = async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  };
  return { baseUrl: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid, stop };
}
