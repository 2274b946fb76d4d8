/**
 * Waits until every sandbox coin accepts payments: the last condition to become true after a start.
 */
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { SANDBOX_COINS } from "./sandbox/networks.mjs";
import { StepError } from "./steps.mjs";

const TIMEOUT_MS = 60_000;

/**
 * Returns the services offered to the sandbox's merchant, from `payment/services`, even if its
 * calls require a timestamped signature.
 */
async function readServices(baseUrl, { uuid, paymentApiKey }) {
  const [path, body, at, nonce] = ["/v1/payment/services", "{}", Math.floor(Date.now() / 1000), randomUUID()];
  const mac = createHmac("sha256", paymentApiKey)
    .update(["v1", "POST", path, at, nonce, body].join("\n"))
    .digest("hex");
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", merchant: uuid, "x-signature": `t=${at},n=${nonce},v1=${mac}` },
    body,
    signal: AbortSignal.timeout(5_000),
  });
  const { result } = await response.json();
  return Array.isArray(result) ? result : [];
}

/**
 * Returns whether this chain can carry a catalog service of the sandbox network: its own coin, and
 * its tokens.
 */
function isOnChain({ network, currency }, networks) {
  const code = network.toLowerCase();
  const { tokens } = networks[code];
  return currency in tokens || currency === SANDBOX_COINS[code];
}

function closedCoins(services, networks) {
  const here = services.filter((it) => networks[it.network.toLowerCase()] && isOnChain(it, networks));
  const closed = here.filter((it) => !it.is_available).map((it) => `${it.currency} on ${it.network.toLowerCase()}`);
  const known = new Set(here.map((it) => it.network.toLowerCase()));
  return [...closed, ...Object.keys(networks).filter((code) => !known.has(code))];
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
