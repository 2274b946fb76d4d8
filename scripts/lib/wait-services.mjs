/** Waits until every sandbox coin can be paid with: the last thing that becomes true after a start. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { StepError } from "./steps.mjs";

const TIMEOUT_MS = 60_000;

/** The services that the merchant of the sandbox is offered, as `payment/services` answers them. */
async function readServices(baseUrl, { uuid, paymentApiKey }) {
  const body = "{}";
  const sign = createHash("md5")
    .update(Buffer.from(body).toString("base64") + paymentApiKey)
    .digest("hex");
  const response = await fetch(`${baseUrl}/v1/payment/services`, {
    method: "POST",
    headers: { "content-type": "application/json", merchant: uuid, sign },
    body,
    signal: AbortSignal.timeout(5_000),
  });
  const { result } = await response.json();
  return Array.isArray(result) ? result : [];
}

function closedCoins(services, networks) {
  return Object.entries(networks).flatMap(([network, { tokens }]) =>
    Object.keys(tokens)
      .filter(
        (coin) =>
          !services.some((it) => it.network === network.toUpperCase() && it.currency === coin && it.is_available),
      )
      .map((coin) => `${coin} on ${network}`),
  );
}

/** @throws StepError that names the coins which are still not on offer */
export async function waitForServices(baseUrl, merchant, networks) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const services = await readServices(baseUrl, merchant).catch(() => []);
    const closed = closedCoins(services, networks);
    if (closed.length === 0) return;
    if (Date.now() > deadline) {
      throw new StepError(`These coins are still not on offer: ${closed.join(", ")}`, {
        advice: "The worker's log says what it could not read or check.",
      });
    }
    await pause(100);
  }
}
