/** The built worker, except that it polls sandbox chains as rarely as real networks. */
import { join } from "node:path";
import { build } from "esbuild";
import { NODE_BUNDLE } from "../../scripts/lib/bundles.mjs";
import { ROOT } from "../../scripts/lib/paths.mjs";

const REAL = "export const hasPlayPace = () => false; export const isPlayInstallation = () => false;";

const realPace = {
  name: "real-pace",
  setup(bundle) {
    bundle.onLoad({ filter: /lib\/run\/worker\/pace\.ts$/ }, () => ({ contents: REAL, loader: "ts" }));
  },
};

/** Returns the path of its file in dist/. */
export async function bundleWorkerAtRealPace() {
  const outdir = "dist/bench";
  await build({ ...NODE_BUNDLE, entryPoints: { worker: "lib/run/worker/main.ts" }, plugins: [realPace], outdir });
  return join(ROOT, outdir, "worker.mjs");
}
