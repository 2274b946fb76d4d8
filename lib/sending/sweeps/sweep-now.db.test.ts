import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { sweepNow } from "@/lib/sending/sweeps/sweep-now";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

it("records in the audit log which user requested a sweep, and nothing when the gateway itself does", async () => {
  const coin = { networkCode: "bsc", currencyCode: "USDT" };
  const person = { email: "operator@example.com", name: "Operator", passwordHash: "x", isOperator: true };
  const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
  await sweepNow(coin);
  await sweepNow({ ...coin, actorId });
  const rows = await database().auditEvent.findMany({ where: { action: "sweep.now" } });
  expect(rows.map((row) => [row.actorId, row.target])).toEqual([[actorId, "bsc:USDT"]]);
});
