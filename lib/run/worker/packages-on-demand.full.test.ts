import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import { NODE_BUNDLE } from "@/scripts/lib/bundles.mjs";

/**
 * Packages that only one family's driver needs; some of them take 50 MB. The remainder of viem is
 * shared: addresses and numbers.
 */
const PACKAGES = [
  "viem/_esm/index.js",
  "@scure/btc-signer/",
  "@bitauth/libauth/",
  "tronweb/",
  "@solana/transaction-messages/",
  "@ton/core/",
];

/** Returns the sources that a built file loads: at start, or also through later imports. */
function sourcesOf({ outputs }: Metafile, entry: string, { isWhole }: { isWhole: boolean }): readonly string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (external !== true && (isWhole || kind !== "dynamic-import")) visit(path);
    }
  };
  visit(entry);
  return [...seen].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
}

test("a worker starts without the packages of any chain, and can import all of them", async () => {
  const { metafile } = await build({
    ...NODE_BUNDLE,
    entryPoints: { worker: "lib/run/worker/main.ts" },
    outdir: "dist",
    write: false,
    metafile: true,
  });
  const missing = (sources: readonly string[]) =>
    PACKAGES.filter((name) => !sources.some((source) => source.startsWith(`node_modules/${name}`)));
  expect(missing(sourcesOf(metafile, "dist/worker.mjs", { isWhole: false }))).toEqual(PACKAGES);
  expect(missing(sourcesOf(metafile, "dist/worker.mjs", { isWhole: true }))).toEqual([]);
});
