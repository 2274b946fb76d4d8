/** CHANGELOG.md: one section per version, newest first, with what is not released yet on top. */

const UNRELEASED = "## Unreleased";
const NOTHING = " Nothing has been released yet.";

/** Returns the text of a section (`Unreleased` or a version), without its heading; null if none. */
export function sectionOf(changelog, name) {
  const lines = changelog.split("\n");
  const from = lines.findIndex((line) => line === `## ${name}` || line.startsWith(`## ${name} (`));
  if (from === -1) return null;
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("## "));
  return lines
    .slice(from + 1, length === -1 ? undefined : from + 1 + length)
    .join("\n")
    .trim();
}

/**
 * Returns the changelog with the unreleased section as that of `version`, released on `date`
 * (`2026-11-28`), and an empty one above.
 * @throws Error if nothing is unreleased, or the version has a section already
 */
export function releaseChangelog(changelog, version, date) {
  if (!sectionOf(changelog, "Unreleased")) throw new Error("CHANGELOG.md: nothing is under Unreleased");
  if (sectionOf(changelog, version) !== null) throw new Error(`CHANGELOG.md: ${version} has a section already`);
  return changelog.replace(NOTHING, "").replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);
}
