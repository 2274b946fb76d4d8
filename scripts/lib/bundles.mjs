/**
 * The programs besides Next: each is one file with shared or lazily loaded chunks, bundled from the
 * project's sources and the packages that they use.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { apiEntrySource } from "./api-routes.mjs";
import { ROOT } from "./paths.mjs";

/** Bundle name (dist/NAME.mjs) and its first source file. */
export const BUNDLES = {
  worker: "lib/run/worker/main.ts",
  seed: "lib/run/commands/seed-main.ts",
  "demo-data": "lib/run/commands/demo-data-main.ts",
  audit: "lib/run/commands/audit-main.ts",
  doctor: "lib/run/commands/doctor-main.ts",
  "account-reset-link": "lib/run/commands/reset-link-main.ts",
  "seed-export": "lib/custody/seed-export-main.ts",
  "remove-second-factor": "lib/run/commands/second-factor-remove-main.ts",
};

const CHUNKS = "dist/chunks";

/**
 * Packages that stay in node_modules: native code, React and Next, of which a process must have
 * only one copy, and the queue, which looks for files beside its own. With bundled packages a
 * worker starts in less than half of the time that reading their 1,500 files takes.
 */
const NOT_BUNDLED = [
  "@node-rs/argon2",
  "graphile-worker",
  "next",
  "next-auth",
  "pg-native",
  "react",
  "react-dom",
  "sharp",
];

/** CommonJS packages access Node's own modules by these names, which ES modules lack. */
const COMMONJS_NAMES = [
  'import { createRequire as createRequireOfBundle } from "node:module";',
  'import { fileURLToPath as pathOfBundle } from "node:url";',
  "const require = createRequireOfBundle(import.meta.url);",
  "const __filename = pathOfBundle(import.meta.url);",
  'const __dirname = pathOfBundle(new URL(".", import.meta.url));',
].join("\n");

/** Build options for Node programs: for production, for tests and for measurements. */
export const NODE_BUNDLE = {
  absWorkingDir: ROOT,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // Dynamic imports stay dynamic: in one file the packages of every chain would be loaded at the
  // start.
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  platform: "node",
  target: "node20",
  format: "esm",
  external: NOT_BUNDLED,
  banner: { js: COMMONJS_NAMES },
  alias: { "@": ROOT },
  logLevel: "silent",
};

/** dist/api.mjs has no source file: its entry is generated from the existing routes. */
const API_ENTRY = "routes-of-the-machine-api";
const apiEntry = {
  name: "api-entry",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${API_ENTRY}$`) }, ({ path }) => ({ path, namespace: "api-entry" }));
    build.onLoad({ filter: /./, namespace: "api-entry" }, () => ({
      contents: apiEntrySource(),
      resolveDir: ROOT,
      loader: "ts",
    }));
  },
};

/** Returns the paths of the built files. */
export function bundlePaths() {
  return [...Object.keys(BUNDLES), "api"].map((name) => join(ROOT, "dist", `${name}.mjs`));
}

/**
 * Bundles every entry into dist/, each with the version of this build in it. @throws Error that
 * names a missing entry or shows what does not compile
 */
export async function buildBundles(version) {
  const missing = Object.values(BUNDLES).filter((entry) => !existsSync(join(ROOT, entry)));
  if (missing.length > 0) throw new Error(`Missing source file: ${missing.join(", ")}`);
  const { build } = await import("esbuild");
  rmSync(join(ROOT, CHUNKS), { recursive: true, force: true });
  await build({
    ...NODE_BUNDLE,
    entryPoints: { ...BUNDLES, api: API_ENTRY },
    plugins: [apiEntry],
    define: { BUILD_VERSION: JSON.stringify(version) },
    outdir: "dist",
    sourcemap: "linked",
    sourcesContent: false,
  });
}
