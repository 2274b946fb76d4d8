import { describe, expect, test } from "vitest";
import { readText } from "@/lib/testing/source-files";
import { drawGroups, replaceDrawing } from "@/scripts/lib/draw-groups.mjs";
import {
  findFileCircles,
  findFolderCircles,
  findServerInBrowser,
  findUpward,
  folderOf,
  GROUPS,
  groupOf,
  isTestFile,
  readSources,
  titleOf,
} from "@/scripts/lib/import-graph.mjs";

const CODE = readSources(["app", "components", "lib"]).filter(({ path }) => !isTestFile(path));

const inLib = (names: string) => new RegExp(`^lib/(${names})(/|\\.ts$)`);

/**
 * Lists imports of the project's own files from files matching `from` whose target `to` rejects.
 */
function findOthers(from: RegExp, to: (path: string, isType: boolean) => boolean): string[] {
  return CODE.filter(({ path }) => from.test(path)).flatMap(({ path, imports }) =>
    imports.filter((one) => one.isOwn && !to(one.to, one.isType)).map((one) => `${path} -> ${one.to}`),
  );
}

describe("the order of groups", () => {
  test("a group of lib or components imports only itself and earlier groups, types included", () => {
    expect(findUpward(CODE).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("no folders of a group form an import cycle, types included", () => {
    expect(findFolderCircles(CODE)).toEqual([]);
  });

  test("no files form an import cycle, types included", () => {
    expect(findFileCircles(CODE)).toEqual([]);
  });

  test("the list names exactly the folders of the groups, and every file of lib and components belongs to a group", () => {
    const folders = [
      ...new Set(
        CODE.map(({ path }) => path)
          .filter((path) => groupOf(path))
          .map(folderOf),
      ),
    ];
    const named = GROUPS.flatMap((group) => Object.keys(group.folders).map((folder) => `${titleOf(group)}/${folder}`));
    const hasNoCode = (folder: string) => /^(chains\/contract|kernel\/messages)$/.test(folder);
    expect(named.filter((folder) => !hasNoCode(folder)).sort()).toEqual(
      folders.filter((one) => one.replace("components/", "").includes("/")).sort(),
    );
    const outside = CODE.map(({ path }) => path).filter(
      (path) => /^(lib|components)\//.test(path) && groupOf(path) === undefined,
    );
    expect(outside).toEqual([]);
  });

  test("the diagram in ARCHITECTURE.md is generated from the list", () => {
    const page = readText("ARCHITECTURE.md") ?? "";
    expect(page).toBe(replaceDrawing(page, drawGroups()));
  });

  test("lib imports no page and no component", () => {
    expect(findOthers(/^lib\//, (to) => !/^(app|components)\//.test(to))).toEqual([]);
  });
});

describe("import restrictions", () => {
  test("routes and components import no worker code and no repository", () => {
    const isTable = (path: string) => inLib("run/worker|kernel/db|generated").test(path) || /\/repo\.ts$/.test(path);
    expect(findOthers(/^app\//, (to) => !isTable(to))).toEqual([]);
    expect(findOthers(/^components\//, (to) => !isTable(to) && !/^(app|lib\/fronts\/machine-api)\//.test(to))).toEqual(
      [],
    );
  });

  test("the browser's queries import only schemas, statuses and formatting", () => {
    // Operations are imported only as types.
    const isShape = (path: string, isType: boolean) =>
      (isType && path === "lib/fronts/dashboard/router.ts") ||
      inLib("fronts/(client|paths)|kernel/(money|errors|lenient-input)").test(path) ||
      /\/([\w-]*schema|[\w-]*status|[\w-]*view|format[\w-]*)\.ts$/.test(path);
    expect(findOthers(/^lib\/fronts\/(client|paths)\//, isShape)).toEqual([]);
  });

  test("the browser loads no server code", () => {
    expect(findServerInBrowser(CODE).map((chain) => chain.join(" -> "))).toEqual([]);
    const page = {
      path: "app/x.tsx",
      text: '"use client";',
      imports: [{ to: "lib/y.ts", isOwn: true, isType: false }],
    };
    const server = { path: "lib/y.ts", text: "", imports: [{ to: "node:fs", isOwn: false, isType: false }] };
    expect(findServerInBrowser([page, server])).toEqual([["app/x.tsx", "lib/y.ts"]]);
  });

  test("an import of a later group is detected", () => {
    const up = { path: "lib/money-in/a.ts", text: "", imports: [{ to: "lib/run/b.ts", isOwn: true, isType: true }] };
    const target = {
      path: "lib/run/b.ts",
      text: "",
      imports: [{ to: "lib/money-in/a.ts", isOwn: true, isType: true }],
    };
    expect(findUpward([up, target])).toEqual([{ from: "lib/money-in/a.ts", to: "lib/run/b.ts" }]);
    expect(findFileCircles([up, target])).toEqual([["lib/money-in/a.ts", "lib/run/b.ts"]]);
  });
});
