import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { createDriver } from "@/lib/chains/registry/create-driver";

/**
 * A node's address may contain a password or a key, and a request may contain a signed transaction:
 * neither may go to a host that a node names.
 */

const STATUSES = [301, 302, 303, 307, 308];
/** Number of requests that each of the two received. */
const asked = { node: 0, elsewhere: 0 };
let status = 0;
const elsewhere = createServer((request, response) => {
  asked.elsewhere += 1;
  request.resume();
  response.end("{}");
});
const node = createServer((request, response) => {
  asked.node += 1;
  request.resume();
  response.writeHead(status, { location: `${originOf(elsewhere)}${request.url}` }).end();
});
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  for (const server of [node, elsewhere])
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  for (const server of [node, elsewhere]) server.close().closeAllConnections();
});

/** Options that an address of this family requires. */
const OPTIONS: Readonly<Partial<Record<AddressFamily, (origin: string) => string>>> = {
  xmr: (origin) => `?daemon=${origin}&signer=${origin}`,
};

test.each(ADDRESS_FAMILIES)("does not follow a redirect of a node of the family %s", async (family) => {
  const origin = originOf(node);
  const driver = await createDriver({
    network: family,
    family,
    chainId: family === "evm" ? 1 : null,
    isSandbox: true,
    urls: [`${origin}/${OPTIONS[family]?.(origin) ?? ""}`],
    native: { symbol: "COIN", decimals: 8 },
  });
  for (status of STATUSES) {
    asked.node = 0;
    await expect(driver.head(AbortSignal.timeout(30_000))).rejects.toThrow();
    expect([status, asked.node > 0, asked.elsewhere]).toEqual([status, true, 0]);
  }
});
