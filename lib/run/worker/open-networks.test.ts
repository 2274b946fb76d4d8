import { expect, test } from "vitest";
import { buildCatalog } from "@/lib/pricing/catalog/build-catalog";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";
import { openNetworks } from "@/lib/run/worker/open-networks";

const catalog = buildCatalog(reviewedContent());

test("a setting that permits no driver disables only its own network, and every other one is opened", async () => {
  const { opened, misconfigured } = await openNetworks(catalog, {
    eth: ["http://user:hunter2@127.0.0.1:1/v3/hunter2"],
    tron: ["http://127.0.0.1:1/?solidity=eighty&apikey=hunter2"],
    ton: ["http://user:50%hunter2@127.0.0.1:1"],
    ether: ["http://127.0.0.1:1/hunter2"],
    ltc: ["http://user:hunter2@127.0.0.1:1", "http://127.0.0.1:2"],
  });
  expect(opened.map(({ network, driver }) => [network.code, network.urls.length, driver.network])).toEqual([
    ["eth", 1, "eth"],
    ["ltc", 2, "ltc"],
  ]);
  expect(misconfigured.map(({ networkCode }) => networkCode)).toEqual(["tron", "ton", "ether"]);
  expect(misconfigured[0]?.reason).toMatch(/solidity= has to name a port/);
  expect(misconfigured[2]?.reason).toBe("there is no such network");
  expect(JSON.stringify(misconfigured)).not.toContain("hunter2");
});
