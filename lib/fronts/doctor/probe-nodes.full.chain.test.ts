import { afterAll, beforeAll, expect, test } from "vitest";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { checkNodes } from "@/lib/fronts/doctor/network-checks";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import { selectProbes, upsertProbe } from "@/lib/fronts/doctor/probe-repo";
import { closeDatabase } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Ten of these exceed a node's time limit. */
const LOADING_MS = 500;
const never = new AbortController().signal;
let right: Anvil;
let other: Anvil;

beforeAll(async () => {
  await openGateway(1);
  [right, other] = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 56 })]);
});
afterAll(async () => {
  await Promise.all([right.stop(), other.stop()]);
  await closeDatabase();
});

test("a node's time limit excludes loading the libraries of many networks", async () => {
  const urls = Array.from({ length: 10 }, (_, index) => `${right.url}/?${index}`);
  const open: typeof createDriver = (config) => {
    for (const begun = performance.now(); performance.now() - begun < LOADING_MS; );
    return createDriver(config);
  };
  const found = await probeNodes(await loadCatalog(), { eth: urls }, never, { open });
  expect(found.map(({ summary }) => summary)).toEqual(urls.map(() => "It responds and is on the right chain."));
});

const ask = async (...urls: string[]) => probeNodes(await loadCatalog(), { eth: urls }, never);
const withSecret = (url: string) => `${url.replace("http://", "http://user:hunter2@")}/v3/hunter2`;

test("reports a responding node as ok, and one of another chain and a stopped one as errors, by host", async () => {
  const stopped = await startAnvil({ chainId: 1 });
  const urls = [right, other, stopped].map(({ url }) => url);
  expect((await ask(...urls)).map(({ state }) => state)).toEqual(["ok", "error", "ok"]);
  await stopped.stop();
  const found = await ask(...urls);
  expect(found.map(({ subject }) => subject)).toEqual(urls.map((url) => `node:eth:${new URL(url).host}`));
  expect(found.map(({ state }) => state)).toEqual(["ok", "error", "error"]);
  expect(found[1]?.summary).toMatch(/^It is on another chain: /);
  expect(found[2]?.summary).toMatch(/^It does not respond: /);
});

test("reveals nothing of a node's URL but its host", async () => {
  const found = await ask(withSecret(right.url), withSecret("http://127.0.0.1:1"));
  expect(found.map(({ state }) => state)).toContain("error");
  expect(JSON.stringify(found)).not.toContain("hunter2");
});

test("processes without node URLs read what a worker found and since when", async () => {
  for (const probe of await ask(right.url, "http://127.0.0.1:1")) await upsertProbe(probe);
  const checked = checkNodes(
    { code: "eth", name: "Ethereum", isSandbox: false },
    await selectProbes("node:"),
    new Date(),
  );
  expect(checked.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "Ethereum, node 127.0.0.1:1 error",
    `Ethereum, node ${new URL(right.url).host} ok`,
    // Two ports of one machine count as one node.
    "Ethereum, second node warning",
  ]);
});
