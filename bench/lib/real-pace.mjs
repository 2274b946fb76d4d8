/** The built worker, except that it polls sandbox chains as rarely as real networks. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { NODE_BUNDLE } from "../../scripts/lib/bundles.mjs";
import { ROOT } from "../../scripts/lib/paths.mjs";

const FUNCTIONS = ["hasPlayPace", "isPlayInstallation"];

/**
 * Returns the source with functions of the sandbox's pace that always say no. @throws Error if one
 * is missing
 */
function withRealPace(source) {
  return FUNCTIONS.reduce((text, name) => {
    const parts = text.split(new RegExp(`^export const ${name} = [^;]*;$`, "m"));
    if (parts.length !== 2) throw new Error(`${name} is not in the file that paces a worker`);
    return parts.join(`export const ${name} = () => false;`);
  }, source);
}

const realPace = {
  name: "real-pace",
  setup(bundle) {
    let isFound = false;
    bundle.onLoad({ filter: /lib\/run\/worker\/every\.ts$/ }, async ({ path }) => {
      isFound = true;
      return { contents: withRealPace(await readFile(path, "utf8")), loader: "ts" };
    });
    bundle.onEnd(() => {
      if (!isFound) throw new Error("the file that paces a worker was not found");
    });
  },
};

/** Returns the path of its file in dist/. */
export async function bundleWorkerAtRealPace() {
  const outdir = "dist/bench";
  await build({ ...NODE_BUNDLE, entryPoints: { worker: "lib/run/worker/main.ts" }, plugins: [realPace], outdir });
  return join(ROOT, outdir, "worker.mjs");
}
