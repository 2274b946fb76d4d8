import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawIcon, ICONS } from "@/scripts/build-icons.mjs";
import { readSources } from "@/scripts/lib/import-graph.mjs";

const PUBLIC = join(import.meta.dirname, "../public");

type Icon = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string };
type Manifest = Readonly<Record<string, unknown>> & { readonly icons: readonly Icon[] };

const manifest: Manifest = JSON.parse(readFileSync(join(PUBLIC, "manifest.webmanifest"), "utf8"));
const layout = readFileSync(join(import.meta.dirname, "layout.tsx"), "utf8");

describe("the web app", () => {
  test("has what installation needs: a start URL, a window of its own, icons of both sizes, with and without a mask", () => {
    expect(manifest).toMatchObject({ start_url: "/", scope: "/", display: "standalone", name: "Chaintill" });
    const pictures = manifest.icons.filter(({ type }) => type === "image/png");
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
      "192x192 any",
      "192x192 maskable",
      "512x512 any",
      "512x512 maskable",
    ]);
  });

  test.each(manifest.icons.filter(({ sizes }) => sizes !== "any"))(
    "$src has the size and type that the manifest names",
    async (icon) => {
      const { width, height, format } = await sharp(join(PUBLIC, icon.src)).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([icon.sizes, icon.type]);
    },
  );

  test("uses the light theme's colour, and the layout names the colours of both themes", () => {
    const colours = [...layout.matchAll(/color: "(#[0-9a-f]{6})"/g)].map(([, colour]) => colour);
    expect(colours).toHaveLength(2);
    expect([manifest["theme_color"], manifest["background_color"]]).toEqual([colours[0], colours[0]]);
  });

  test("is linked from the layout, with the icon for iOS", () => {
    for (const path of ["/manifest.webmanifest", "/icons/icon.svg", "/icons/apple-touch-icon.png"]) {
      expect(layout).toContain(`"${path}"`);
      expect(existsSync(join(PUBLIC, path))).toBe(true);
    }
  });

  test("stores nothing offline: no code registers a service worker or uses the browser's cache storage", () => {
    const files = readSources(["app", "components", "lib"]).filter(({ path }) => !/\.test\.tsx?$/.test(path));
    const found = files.filter(({ text }) => /\bserviceWorker\b|\bcaches\.(open|match)\b/.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe("the icons of public/icons", () => {
  test.each(ICONS)("$file is what scripts/build-icons.mjs renders from icon.svg", async (icon) => {
    const [kept, drawn] = await Promise.all(
      [sharp(join(PUBLIC, "icons", icon.file)), sharp(await drawIcon(icon).png().toBuffer())].map((picture) =>
        picture.ensureAlpha().raw().toBuffer(),
      ),
    );
    // Another version of the renderer may antialias an edge a little differently.
    const differences = drawn?.filter((value, index) => Math.abs(value - (kept?.[index] ?? 0)) > 24) ?? [];
    expect([kept?.length, differences.length]).toEqual([icon.pixels ** 2 * 4, 0]);
  });
});
