import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import type { ShotPage } from "../../components/payers/pay/testing/shot-pages";
import type { Locale } from "../../lib/kernel/locales/locales";
import { shoot } from "./shoot";

/**
 * Pages rendered from sample data, for states that a real payment reaches too slowly or not at all.
 * The components are bundled here, because the test runner compiles JSX differently.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NOT_PACKED = ["react", "react-dom", "decimal.js", "qrcode"];
/** English, one right-to-left language, and one with long words. */
export const SHOT_LOCALES = ["en", "ar", "de"] as const;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="95"><circle cx="48" cy="48" r="40" fill="#c2410c"/>
<text x="105" y="62" font-family="sans-serif" font-size="40" font-weight="700" fill="#222">Lantern</text></svg>`;

/** A shop that shows the page in a modal. */
const MODAL = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
<body style="margin:0;background:#666;display:grid;place-items:center;height:100vh">
<iframe src="/frame" title="Payment" style="width:min(480px,94vw);height:92vh;border:0;border-radius:16px"></iframe>`;

type ShotLocale = (typeof SHOT_LOCALES)[number];
type Renderer = { readonly shotPages: (locale: Locale) => Promise<readonly ShotPage[]> };

let packed: Promise<Renderer> | null = null;

/** Returns every state of the payment and wallet pages, in one language. */
export async function renderPages(locale: Locale): Promise<readonly ShotPage[]> {
  packed ??= packRenderer();
  return await (await packed).shotPages(locale);
}

/**
 * Bundled once for all languages: it contains them all, and the test runner needs time to load it.
 */
async function packRenderer(): Promise<Renderer> {
  // Inside the project, so that external packages are resolved.
  const outfile = `${ROOT}test-results/shot-pages-${process.pid}.mjs`;
  await build({
    entryPoints: [`${ROOT}components/payers/pay/testing/shot-pages.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    alias: { "@": ROOT.replace(/\/$/, "") },
    external: NOT_PACKED,
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/**
 * Shows rendered pages, one after the other. No request reaches the gateway, and no updates arrive.
 */
export async function showRendered(page: Page): Promise<(shot: ShotPage) => Promise<void>> {
  let html = "";
  let isFramed = false;
  const answers: Readonly<Record<string, () => string>> = {
    "/shot": () => (isFramed ? MODAL : html),
    "/frame": () => html,
  };
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/brand/")) return await route.fulfill({ contentType: "image/svg+xml", body: LOGO });
    const body = answers[pathname]?.();
    if (body !== undefined) await route.fulfill({ contentType: "text/html; charset=utf-8", body });
  });
  return async (shot) => {
    html = shot.html;
    isFramed = shot.name.startsWith("embedded");
    await page.goto("/shot");
  };
}

/**
 * Takes screenshots of one part of the rendered pages in one language, so that several can run in
 * parallel.
 */
export async function shootRendered(page: Page, locale: ShotLocale, part: number, parts: number): Promise<void> {
  const show = await showRendered(page);
  const shots = (await renderPages(locale)).filter((_shot, index) => index % parts === part);
  for (const shot of shots) {
    await show(shot);
    await shoot(page, `${shot.folder}/states-${locale}`, shot.name);
  }
}
