import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { POST as balance } from "@/app/v1/balance/route";
import { GET as rates } from "@/app/v1/exchange-rate/[currency]/list/route";
import { POST as createPayment } from "@/app/v1/payment/route";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { closeDatabase } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

// Tests without services have a database URL on which nothing listens.
afterAll(closeDatabase);

test("while the database is down an operation returns 500 at once, with the log's error number and without the cause", async () => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const sign = signBody(new TextEncoder().encode("{}"), "a key");
  const call = (path: string, method = "POST") =>
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { merchant: randomUUID(), sign },
      ...(method === "POST" && { body: "{}" }),
    });
  const answers = [
    await balance(call("/v1/balance")),
    await createPayment(call("/v1/payment")),
    await rates(call("/v1/exchange-rate/ETH/list", "GET")),
  ];
  for (const answer of answers) {
    const text = await answer.text();
    expect([answer.status, text]).toEqual([
      500,
      expect.stringMatching(/^\{"message":"Server error, #\d+","code":500,"error":null\}$/),
    ]);
    const number = Number(/#(\d+)/.exec(text)?.[1]);
    expect(logged.mock.calls).toContainEqual([expect.objectContaining({ number }), "request failed"]);
  }
});
