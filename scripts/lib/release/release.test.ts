import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { releaseChangelog, sectionOf } from "@/scripts/lib/release/changelog.mjs";
import { isAfter, isVersion, VERSION_LINES } from "@/scripts/lib/release/version.mjs";

const CHANGELOG = "# Changelog\n\nChanges. Nothing has been released yet.\n\n## Unreleased\n\n- One.\n";

test("the unreleased changes get the name and the date of the version, and the next ones an empty section", () => {
  const released = releaseChangelog(CHANGELOG, "1.0.0-rc.1", "2026-11-28");
  expect(released).toBe("# Changelog\n\nChanges.\n\n## Unreleased\n\n## 1.0.0-rc.1 (2026-11-28)\n\n- One.\n");
  expect(sectionOf(released, "1.0.0-rc.1")).toBe("- One.");
  expect(sectionOf(released, "1.0.0")).toBeNull();
});

test("a version without changes, and one that was released, are refused", () => {
  const released = releaseChangelog(CHANGELOG, "1.0.0", "2026-11-28");
  expect(() => releaseChangelog(released, "1.0.1", "2026-11-29")).toThrow("nothing is under Unreleased");
  const more = released.replace("## Unreleased\n", "## Unreleased\n\n- Two.\n");
  expect(() => releaseChangelog(more, "1.0.0", "2026-11-29")).toThrow("1.0.0 has a section already");
});

test("versions are ordered by number, candidates before their version", () => {
  const order = [
    "0.1.0",
    "1.0.0-alpha.1",
    "1.0.0-rc.1",
    "1.0.0-rc.2",
    "1.0.0-rc.10",
    "1.0.0",
    "1.0.1",
    "1.10.0",
    "2.0.0",
  ];
  for (const [index, version] of order.entries())
    for (const [other, later] of order.entries()) expect(isAfter(later, version)).toBe(other > index);
});

test("only plain versions and numbered candidates can be released", () => {
  expect(["1.0.0", "1.0.0-rc.1", "0.10.2"].filter(isVersion)).toHaveLength(3);
  expect(["v1.0.0", "1.0", "1.0.0-rc", "1.0.0-rc.0", "1.0.0+x", "01.0.0", ""].filter(isVersion)).toEqual([]);
});

test("every file with a version has the same one", () => {
  const versions = VERSION_LINES.map(([path, line]) => {
    const [match = "", before = ""] = line.exec(readFileSync(path, "utf8")) ?? [];
    return match.slice(before.length);
  });
  expect(new Set(versions).size).toBe(1);
  expect(isVersion(versions[0] ?? "")).toBe(true);
});
