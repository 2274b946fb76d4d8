// Packs the script for shops' pages into components/payers/embed/generated-script.ts. Run it after
// a change in components/embed: `node scripts/build-embed-script.mjs`. A test compares the file
// with its sources.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = `${ROOT}components/payers/embed/generated-script.ts`;

/** Browsers of about five years, as for the payment page. */
const BROWSERS = ["chrome91", "firefox90", "safari15"];

/**
 * Returns the text of the constant, as built from the sources. CSS text is minified by hand: to the
 * bundler it is only a string.
 */
export async function packEmbedScript() {
  const result = await build({
    entryPoints: [`${ROOT}components/payers/embed/script/main.ts`],
    format: "iife",
    bundle: true,
    minify: true,
    write: false,
    target: BROWSERS,
    charset: "utf8",
    logLevel: "error",
    plugins: [{ name: "squeeze-style", setup: squeezeStyle }],
  });
  return result.outputFiles[0].text.trim();
}

function squeezeStyle({ onLoad }) {
  onLoad({ filter: /modal-style\.ts$/ }, async ({ path }) => {
    const { readFile } = await import("node:fs/promises");
    const text = await readFile(path, "utf8");
    const contents = text.replace(/`([^`]*)`/, (_all, style) => `\`${style.replace(/\s+/g, " ").trim()}\``);
    return { contents, loader: "ts" };
  });
}

function source(script) {
  return `/** Written by scripts/build-embed-script.mjs from script/ beside it; changed there, not here. */
export const EMBED_SCRIPT: string = ${JSON.stringify(script)};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TARGET, source(await packEmbedScript()));
  execFileSync(process.execPath, [`${ROOT}node_modules/@biomejs/biome/bin/biome`, "format", "--write", TARGET], {
    stdio: "inherit",
  });
}
