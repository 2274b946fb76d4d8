import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import type { ShotPage } from "../../components/payers/pay/testing/shot-pages";

/** Global name in the browser. */
declare const textFit: typeof import("./text-fit-script");

/**
 * Returns the texts that do not fit on rendered pages at a width in pixels, each with the name of
 * the first such page; empty if all do.
 */
export async function findCramped(page: Page, shots: readonly ShotPage[], width: number): Promise<readonly string[]> {
  const found = await page.evaluate(
    ([drawn, room]) => drawn.map(({ name, html }) => ({ name, faults: textFit.findCramped(html, room) })),
    [shots, width] as const,
  );
  const places = new Map<string, string[]>();
  for (const { name, faults } of found)
    for (const fault of faults) places.set(fault, [...(places.get(fault) ?? []), name]);
  return [...places].map(([fault, [first, ...others]]) => `${width} ${first} and ${others.length} more: ${fault}`);
}

/** Adds the measuring script to a page. */
export async function addTextFit(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("text-fit-script.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "textFit",
    write: false,
    logLevel: "error",
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
}
