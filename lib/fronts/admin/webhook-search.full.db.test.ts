import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { growMerchants } from "@/lib/fronts/admin/testing/grown-merchants-repo";
import { listLostWebhooks } from "@/lib/fronts/admin/webhooks-queries";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { rowsReadBy } from "@/lib/money-in/invoices/testing/grown-repo";

afterAll(closeDatabase);

/** Returns what the search found, and how many rows it read. */
async function search(q: string): Promise<{ found: string[]; rowsRead: number }> {
  const asked = vi.spyOn(connectionPool(), "query");
  const { items } = await listLostWebhooks({ q });
  const statements: readonly unknown[] = asked.mock.calls.map(([statement]) => statement);
  asked.mockRestore();
  let rowsRead = 0;
  for (const statement of statements as readonly { text: string; values: unknown[] }[])
    if (statement.text.includes("FROM webhook_deliveries")) rowsRead += await rowsReadBy(statement);
  return { found: items.map(({ id }) => id), rowsRead };
}

test("finds an order's webhooks among many merchants without reading all of them", async () => {
  await openGateway(1);
  const merchantId = await newMerchant();
  const { id: objectId } = await newInvoice(merchantId, { order_id: "the-order" });
  const data = { merchantId, objectKind: "invoice", objectId, eventStatus: "paid", payload: "{}" };
  const { id } = await database().webhookDelivery.create({ data: { ...data, url: "https://shop.example/0" } });
  await growMerchants(1_000);
  for (const q of ["the-order", objectId, id]) {
    const { found, rowsRead } = await search(q);
    expect([q, found]).toEqual([q, [id]]);
    expect([q, rowsRead > 0 && rowsRead < 2_000]).toEqual([q, true]);
  }
  expect((await search(randomUUID())).found).toEqual([]);
});
