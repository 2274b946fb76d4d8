// Packs the payment page's style and script into components/pay/generated-assets.ts, so that the page is one answer with
// everything inside. Run it after a change there: `node scripts/build-pay-assets.mjs`. A test compares the file with its sources.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = `${ROOT}components/pay/generated-assets.ts`;
const STYLES = ["base", "layout", "payment", "parts", "languages"];

/** Browsers of about five years. */
const BROWSERS = ["chrome91", "firefox90", "safari15"];

/** The text of the two constants, as built from the sources. */
export async function packPayAssets() {
  const script = await pack({ entryPoints: [`${ROOT}components/pay/script/main.ts`], format: "iife" });
  const style = await pack({
    stdin: {
      contents: STYLES.map((name) => `@import "./${name}.css";`).join("\n"),
      loader: "css",
      resolveDir: `${ROOT}components/pay/style`,
    },
  });
  return { script, style };
}

async function pack(options) {
  const result = await build({
    ...options,
    bundle: true,
    minify: true,
    write: false,
    target: BROWSERS,
    charset: "utf8",
    logLevel: "error",
  });
  return result.outputFiles[0].text.trim();
}

function source({ script, style }) {
  return `/** Written by scripts/build-pay-assets.mjs from script/ and style/ beside it; changed there, not here. */
export const PAY_STYLE: string = ${JSON.stringify(style)};

export const PAY_SCRIPT: string = ${JSON.stringify(script)};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TARGET, source(await packPayAssets()));
  execFileSync(process.execPath, [`${ROOT}node_modules/@biomejs/biome/bin/biome`, "format", "--write", TARGET], {
    stdio: "inherit",
  });
}
