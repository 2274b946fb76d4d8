import type { BuildOptions } from "esbuild";

export const NODE_BUNDLE: Readonly<BuildOptions>;
