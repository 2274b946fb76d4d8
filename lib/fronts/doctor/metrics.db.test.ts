import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMetrics } from "@/lib/fronts/doctor/metrics";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(() => openGateway());
afterAll(closeDatabase);

/** Prometheus' text format: a comment, or a name, labels and a number. */
const LINE = /^(# (HELP|TYPE) chaintill_\w+ .+|chaintill_\w+(\{(\w+="[^"]*",?)+\})? -?\d+(\.\d+)?(e-?\d+)?)?$/;

test("renders metrics in Prometheus' text format with the database's current counts", async () => {
  await newInvoice(await newMerchant());
  await withTransaction((tx) => raiseAlarm(tx, { kind: "books-differ", subject: "books", message: "x" }));
  const text = await renderMetrics();
  expect(text.split("\n").filter((line) => !LINE.test(line))).toEqual([]);
  expect(text).toContain("# TYPE chaintill_invoices gauge\n");
  expect(text).toMatch(/^chaintill_invoices\{status="check"\} 1$/m);
  expect(text).toMatch(/^chaintill_open_cases 0$/m);
  expect(text).toMatch(/^chaintill_open_alarms\{severity="critical"\} 1$/m);
  expect(text).toMatch(/^chaintill_open_alarms\{severity="error"\} 0$/m);
  // A kind without rows has no line: without its labels it would not be 0.
  expect(text).not.toMatch(/^chaintill_sends /m);
  expect(await renderMetrics()).toBe(text);
});
