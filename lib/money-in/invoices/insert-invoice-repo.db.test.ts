import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { isOrderIdBeingClaimed } from "@/lib/money-in/invoices/insert-invoice-repo";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";

afterAll(closeDatabase);

test("a connection that breaks while waiting for an order id is released for replacement", async () => {
  const merchantId = await newMerchant();
  const [orderId, ownerId] = [randomUUID(), randomUUID()];
  const other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
  await other.query("BEGIN");
  await other.query(
    "INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) VALUES ($1, $2, 'invoice', $3)",
    [merchantId, orderId, ownerId],
  );
  const asked = isOrderIdBeingClaimed(merchantId, orderId, randomUUID()).catch((error: unknown) => error);
  const endWaiting = () => database().$queryRaw<{ pid: number }[]>`
    SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%claimed_order_ids%' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await endWaiting()).length).toBe(1);
  expect(await asked).toBeInstanceOf(Error);
  await other.end();
  const { totalCount, idleCount } = connectionPool();
  expect(totalCount).toBe(idleCount);
  expect(await isOrderIdBeingClaimed(merchantId, orderId, ownerId)).toBe(false);
});
