import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const textsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => ({ name: name.replace(/\.tsx$/, ""), text: readFileSync(`${folder}/${name}`, "utf8") }));

test("the design page shows every component of the design system", () => {
  const page = textsOf("components/fronts/design")
    .map(({ text }) => text)
    .join("\n");
  const pieces = textsOf("components/ui").flatMap(({ name, text }) =>
    [...text.matchAll(/^export function ([A-Z]\w*|\w+Column)\b/gm)].map(([, component]) => ({ name, component })),
  );
  expect(pieces.length).toBeGreaterThan(40);
  const missing = pieces.filter(
    ({ name, component }) =>
      !new RegExp(`import [^;]*\\b${component}\\b[^;]*from "@/components/ui/${name}"`).test(page) ||
      !new RegExp(`<${component}\\b|\\b${component}\\(|\\b${component}<`).test(page),
  );
  expect(missing.map(({ name, component }) => `${component} of components/ui/${name}.tsx`)).toEqual([]);
});
