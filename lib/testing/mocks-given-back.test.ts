import { expect, test } from "vitest";
import { readSources } from "@/scripts/lib/import-graph.mjs";

test("a test file restores every module that it mocks, for later files in the same process", () => {
  const kept = readSources(["lib", "app", "components", "prisma", "scripts"])
    .filter(({ path }) => path.endsWith(".test.ts") && !path.endsWith("/mocks-given-back.test.ts"))
    .flatMap(({ path, text }) => {
      const named = (verb: string) =>
        [...text.matchAll(new RegExp(`\\bvi\\.${verb}\\("([^"]+)"`, "g"))].map(([, m]) => m);
      const givenBack = new Set(named("doUnmock"));
      return [...named("mock"), ...named("doMock")]
        .filter((name) => !givenBack.has(name))
        .map((name) => `${path}: ${name}`);
    });
  expect(kept).toEqual([]);
});
