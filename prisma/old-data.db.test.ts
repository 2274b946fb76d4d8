import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { newActivePlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { makeOld } from "@/lib/run/retention/testing/make-old";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";

/** What the database refuses about old data, whatever the processes ask for. */

let web: RunRaw;
let worker: RunRaw;
const closers: (() => Promise<void>)[] = [];
const ids = { old: "", open: "", young: "", plan: "", active: "" };

async function paid(merchantId: string): Promise<string> {
  const invoice = await newInvoice(merchantId, { url_callback: "https://shop.example/hook" });
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice.id;
}

beforeAll(async () => {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openGateway();
  const merchantId = await newMerchant();
  ids.old = await paid(merchantId);
  ids.open = (await newInvoice(merchantId)).id;
  const [ended, active] = [await newActivePlan(merchantId), await newActivePlan(merchantId)];
  await cancelRecurrence(ended.plan, { by: "payer", actorId: null });
  [ids.plan, ids.active] = [ended.plan.id, active.plan.id];
  await makeOld(31);
  ids.young = await paid(merchantId);
  const urls = await processUrls();
  const [first, second] = [await openRawConnection(urls.web), await openRawConnection(urls.worker)];
  [web, worker] = [first.runRaw, second.runRaw];
  closers.push(first.close, second.close);
});
afterAll(async () => {
  for (const close of closers) await close();
  await closeDatabase();
  vi.unstubAllEnvs();
});

const TABLES = [
  "account_links",
  "invitations",
  "invoice_events",
  "invoice_milestones",
  "outflow_events",
  "sessions",
  "webhook_attempts",
  "webhook_deliveries",
];
test.each(TABLES)("the web process deletes nothing from %s", async (table) => {
  expect(await web([`DELETE FROM ${table}`])).toMatch(/permission denied/);
});

test("the web process clears no mail, no attempt and no payer of an ended plan", async () => {
  expect(await web(["UPDATE mails SET recipient = ''"])).toMatch(/permission denied/);
  expect(await web(["UPDATE webhook_attempts SET sign = NULL"])).toMatch(/permission denied/);
  const clear = "UPDATE recurrences SET payer_email = NULL WHERE id = $1";
  expect(await web([clear, ids.plan])).toMatch(/who accepted it does not change/);
});

describe("a worker", () => {
  const deleteEvents = "DELETE FROM invoice_events WHERE invoice_id = $1 AND kind NOT IN ('deposit-seen')";

  test("deletes events of a payment that has been final for 30 days", async () => {
    expect(await worker([deleteEvents, ids.old], ["SELECT 1 / 0"])).toMatch(/division by zero/);
    expect(await database().invoiceEvent.count({ where: { invoiceId: ids.old } })).toBeGreaterThan(1);
    expect(await worker([deleteEvents, ids.old])).toBeNull();
  });

  test("deletes no event of an open invoice or a young payment, and none that commands read", async () => {
    const refused = /never changed, and deleted only when old/;
    expect(await worker([deleteEvents, ids.open])).toMatch(refused);
    expect(await worker([deleteEvents, ids.young])).toMatch(refused);
    expect(await worker(["DELETE FROM invoice_events WHERE invoice_id = $1", ids.old])).toMatch(refused);
    expect(await worker(["UPDATE invoice_events SET detail = '{}'"])).toMatch(refused);
  });

  test("deletes no webhook that is young or waits", async () => {
    expect(await worker(["DELETE FROM webhook_deliveries WHERE object_id = $1", ids.old])).toMatch(/sent and old/);
    const deliver = "UPDATE webhook_deliveries SET state = 'delivered' WHERE object_id = $1";
    const end = "DELETE FROM webhook_deliveries WHERE object_id = $1";
    expect(await worker([deliver, ids.young], [end, ids.young])).toMatch(/sent and old/);
    expect(await worker([deliver, ids.old], [end, ids.old])).toBeNull();
  });

  test("clears the payer of an ended plan alone, and replaces none", async () => {
    const clear = "UPDATE recurrences SET payer_email = NULL WHERE id = $1";
    expect(await worker([clear, ids.active])).toMatch(/who accepted it does not change/);
    const replace = "UPDATE recurrences SET payer_email = 'other@example.net' WHERE id = $1";
    expect(await worker([replace, ids.plan])).toMatch(/who accepted it does not change/);
    expect(await worker([clear, ids.plan])).toBeNull();
  });

  test("deletes nothing from the books, from what the chains showed, from sends and from the audit log", async () => {
    const tables = [
      "journal_entries",
      "postings",
      "accounts",
      "account_balances",
      "deposits",
      "invoices",
      "invoice_credits",
      "payouts",
      "refunds",
      "sends",
      "signed_transactions",
      "audit_events",
    ];
    for (const table of tables)
      expect([table, await worker([`DELETE FROM ${table}`])]).toEqual([
        table,
        expect.stringMatching(/permission denied/),
      ]);
  });
});
