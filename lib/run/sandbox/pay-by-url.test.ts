import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { payByUrl } from "@/lib/run/sandbox/send-from-faucet";

let server: Server | undefined;
afterEach(() => server?.close());

/** Responds to every request in the same way and records the last one. */
async function payer(status: number, answer: string) {
  const seen = { body: "" };
  server = createServer((request, response) => {
    request.on("data", (part: Buffer) => {
      seen.body += part.toString("utf8");
    });
    request.on("end", () => response.writeHead(status).end(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/send` };
}

const PAYMENT = { to: "someone", contract: null, units: 10n ** 20n };

test("a request sends base units as text, so that no digit is lost", async () => {
  const { seen, url } = await payer(200, '{"transactionId":"abc"}');
  expect(await payByUrl(url, PAYMENT)).toBe("abc");
  expect(JSON.parse(seen.body)).toEqual({
    outputs: [{ to: "someone", contract: null, units: "100000000000000000000" }],
  });
});

test("a chain that reports the transaction id only later has paid all the same", async () => {
  const { url } = await payer(200, '{"transactionId":null,"messageHash":"x"}');
  expect(await payByUrl(url, PAYMENT)).toBe(null);
});

test("a payment that the chain cannot carry is refused, with a message for the user", async () => {
  const { url } = await payer(400, '{"error":"InsufficientFundsForRent"}');
  await expect(payByUrl(url, PAYMENT)).rejects.toMatchObject({ code: "refused" });
});

test("a node that fails, responds with nonsense or is down makes the payment unavailable", async () => {
  for (const [status, answer] of [
    [503, '{"error":"away"}'],
    [200, "{}"],
    [200, "<html>"],
  ] as const) {
    const { url } = await payer(status, answer);
    await expect(payByUrl(url, PAYMENT)).rejects.toMatchObject({ code: "unavailable" });
    server?.close();
  }
  await expect(payByUrl("http://127.0.0.1:9/", PAYMENT)).rejects.toMatchObject({ code: "unavailable" });
});
