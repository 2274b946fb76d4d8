import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import { NODE_BUNDLE } from "@/scripts/lib/bundles.mjs";

const ROOT = join(import.meta.dirname, "../../..");

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

/**
 * Packages of traces, which are off unless a collector is set. `@opentelemetry/api` is not one of
 * them: the library of the metrics loads it in web.
 */
const TRACES = ["@opentelemetry/sdk-trace/", "@opentelemetry/exporter-trace-otlp-http/"];

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

test("a worker starts without the packages of any chain and of traces, and can import all of them", async () => {
  const { metafile } = await build({
    ...NODE_BUNDLE,
    entryPoints: { worker: "lib/run/worker/main.ts" },
    outdir: "dist",
    write: false,
    metafile: true,
  });
  const all = [...PACKAGES, ...TRACES];
  expect(missing(all, sourcesOf(metafile, "dist/worker.mjs", { isWhole: false }))).toEqual(all);
  expect(missing(all, sourcesOf(metafile, "dist/worker.mjs", { isWhole: true }))).toEqual([]);
});

test("a web process starts without the packages of traces, and can import them", async () => {
  // A plain build script: it lists the routes from the folders.
  const { apiEntrySource } = (await import(join(ROOT, "scripts/lib/api-routes.mjs"))) as {
    apiEntrySource: () => string;
  };
  const { metafile } = await build({
    ...NODE_BUNDLE,
    stdin: { contents: apiEntrySource(), resolveDir: ROOT, loader: "ts" },
    outdir: "dist",
    write: false,
    metafile: true,
  });
  expect(missing(TRACES, sourcesOf(metafile, "dist/stdin.mjs", { isWhole: false }))).toEqual(TRACES);
  expect(missing(TRACES, sourcesOf(metafile, "dist/stdin.mjs", { isWhole: true }))).toEqual([]);
});

function missing(packages: readonly string[], sources: readonly string[]): readonly string[] {
  return packages.filter((name) => !sources.some((source) => source.startsWith(`node_modules/${name}`)));
}
