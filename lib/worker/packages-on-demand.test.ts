import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { bundleOnce } from "@/lib/worker/testing/bundle-once";

/** What only the driver of one family needs; some of them take 50 MB. */
const PACKAGES = ["viem", "@scure/btc-signer", "@bitauth/libauth", "tronweb", "@solana/kit", "@ton/core"];
const STATIC = /^\s*(?:import|export)\s[^;"]*?from\s*"([^"]+)"|^\s*import\s*"([^"]+)"/gm;
const ON_DEMAND = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** Packages that a built file loads: at its start, or also by what it imports later. */
function packagesOf(entry: string, { isWhole }: { isWhole: boolean }): ReadonlySet<string> {
  const [seen, packages] = [new Set<string>(), new Set<string>()];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const found = [...text.matchAll(STATIC), ...(isWhole ? text.matchAll(ON_DEMAND) : [])];
    for (const [, from, bare] of found) {
      const name = from ?? bare ?? "";
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else packages.add(name);
    }
  };
  visit(entry);
  return packages;
}

test("a worker starts without the packages of any chain, and has all of them at hand", async () => {
  const file = await bundleOnce("worker-imports", { entryPoints: ["lib/worker/main.ts"] });
  const atStart = packagesOf(file, { isWhole: false });
  expect(atStart.has("graphile-worker")).toBe(true);
  expect(PACKAGES.filter((name) => atStart.has(name))).toEqual([]);
  const later = packagesOf(file, { isWhole: true });
  expect(PACKAGES.filter((name) => !later.has(name))).toEqual([]);
});
