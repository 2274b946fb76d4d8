// Packs the payment page's style and script into components/payers/pay/generated-assets.ts, so that
// the page is a single response, and what it loads on request into generated-wallet-script.ts. Run
// it after a change there: `node scripts/build-pay-assets.mjs`. A test compares the file with its
// sources.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = `${ROOT}components/payers/pay/generated-assets.ts`;
const WALLET_TARGET = `${ROOT}components/payers/pay/generated-wallet-script.ts`;
const STYLES = [
  "base",
  "layout",
  "payment",
  "parts",
  "choice",
  "browser-wallet",
  "refund-request",
  "questionnaire",
  "payment-link",
  "bill",
  "exceptions",
  "languages",
];

/** Browsers of about five years. */
const BROWSERS = ["chrome91", "firefox90", "safari15"];

/** Returns the text of the constants, as built from the sources. */
export async function packPayAssets() {
  const script = await pack({ entryPoints: [`${ROOT}components/payers/pay/script/main.ts`], format: "iife" });
  const walletScript = await pack({
    entryPoints: [`${ROOT}components/payers/pay/script/wallet/main.ts`],
    format: "iife",
  });
  const style = await pack({
    stdin: {
      contents: STYLES.map((name) => `@import "./${name}.css";`).join("\n"),
      loader: "css",
      resolveDir: `${ROOT}components/payers/pay/style`,
    },
  });
  return { script, style, walletScript };
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
  return `/** Written by scripts/build-pay-assets.mjs from script/ and style/; not edited by hand. */
export const PAY_STYLE: string = ${JSON.stringify(style)};

export const PAY_SCRIPT: string = ${JSON.stringify(script)};
`;
}

function walletSource({ walletScript }) {
  return `/** Written by scripts/build-pay-assets.mjs from script/wallet/; not edited by hand. */
export const WALLET_SCRIPT: string = ${JSON.stringify(walletScript)};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const assets = await packPayAssets();
  writeFileSync(TARGET, source(assets));
  writeFileSync(WALLET_TARGET, walletSource(assets));
  execFileSync(
    process.execPath,
    [`${ROOT}node_modules/@biomejs/biome/bin/biome`, "format", "--write", TARGET, WALLET_TARGET],
    {
      stdio: "inherit",
    },
  );
}
