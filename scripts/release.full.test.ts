import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { testUnless } from "@/lib/testing/unless";

const ROOT = process.cwd();
const answers = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).error === undefined;
const missing = !answers("ssh-keygen", "-?")
  ? "no ssh-keygen here"
  : spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, stdio: "ignore" }).status !== 0
    ? "no git repository here"
    : null;

const folder = mkdtempSync(join(tmpdir(), "release-"));
afterAll(() => rmSync(folder, { recursive: true }));
const clone = join(folder, "clone");
const out = join(folder, "out");
const key = join(folder, "key");

const IDENTITY = {
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@b.test",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@b.test",
};
const ENV = { ...process.env, ...IDENTITY };
const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, env: ENV, encoding: "utf8" }).trim();
const release = (...args: string[]) => {
  const run = spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: clone, env: ENV, encoding: "utf8" });
  return { status: run.status, text: `${run.stdout}${run.stderr}` };
};
const verify = () =>
  spawnSync(
    "ssh-keygen",
    [
      "-Y",
      "verify",
      "-f",
      join(clone, "release-signers"),
      "-I",
      "release",
      "-n",
      "chaintill-release",
      "-s",
      join(out, "SHA256SUMS.sig"),
    ],
    { input: readFileSync(join(out, "SHA256SUMS")) },
  ).status;

describe("a release of a clone", () => {
  testUnless(missing)("is cut with version, changelog, archive, bill of materials, signature and tag", () => {
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, clone], { stdio: "ignore" });
    symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
    appendFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
    // What is tested are the files of the working tree.
    for (const path of ["scripts/release.mjs", "scripts/lib/release/version.mjs", "scripts/lib/release/changelog.mjs"])
      copyFileSync(join(ROOT, path), join(clone, path));
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    const [type, text] = readFileSync(`${key}.pub`, "utf8").split(" ");
    writeFileSync(join(clone, "release-signers"), `release namespaces="chaintill-release,git" ${type} ${text}\n`);

    expect(release("9.0.0-rc.1", "--key", key, "--out", out)).toMatchObject({
      status: 1,
      text: expect.stringContaining("changes that are not committed"),
    });
    const changelog = readFileSync(join(clone, "CHANGELOG.md"), "utf8");
    writeFileSync(join(clone, "CHANGELOG.md"), changelog.replace("## Unreleased\n", "## Unreleased\n\n- A change.\n"));
    git("add", "release-signers", "scripts", "CHANGELOG.md");
    git("commit", "--quiet", "--message", "release: add a key");

    expect(release("9.0.0-rc.1", "--key", key, "--out", out)).toMatchObject({ status: 0 });
    expect(JSON.parse(git("show", "v9.0.0-rc.1:package.json"))).toMatchObject({ version: "9.0.0-rc.1" });
    expect(git("show", "v9.0.0-rc.1:CHANGELOG.md")).toMatch(/^## Unreleased\n\n## 9\.0\.0-rc\.1 \(\d{4}-\d\d-\d\d\)$/m);
    expect(git("status", "--porcelain")).toBe("");
    git("-c", `gpg.ssh.allowedSignersFile=${join(clone, "release-signers")}`, "tag", "--verify", "v9.0.0-rc.1");

    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: out });
    const names = execFileSync("tar", ["tzf", join(out, "chaintill-9.0.0-rc.1.tar.gz")], { encoding: "utf8" });
    expect(names).toContain("chaintill-9.0.0-rc.1/package-lock.json\n");
    expect(names).toContain("chaintill-9.0.0-rc.1/sbom.cdx.json\n");
    expect(names).not.toMatch(/node_modules|\.data|\/\.git\//);
    expect(verify()).toBe(0);
    appendFileSync(join(out, "SHA256SUMS"), "\n");
    expect(verify()).not.toBe(0);
  });

  testUnless(missing)("has the same bytes whoever makes its archive", () => {
    const again = join(folder, "again");
    const other = join(folder, "other");
    execFileSync("git", ["clone", "--quiet", "--branch", "v9.0.0-rc.1", clone, other], { stdio: "ignore" });
    symlinkSync(join(ROOT, "node_modules"), join(other, "node_modules"));
    appendFileSync(join(other, ".git/info/exclude"), "node_modules\n");
    execFileSync(process.execPath, ["scripts/release.mjs", "9.0.0-rc.1", "--unsigned", "--out", again], { cwd: other });
    const sums = readFileSync(join(again, "SHA256SUMS"), "utf8");
    expect(readFileSync(join(out, "SHA256SUMS"), "utf8").trim()).toBe(sums.trim());
  });

  testUnless(missing)("is refused twice, backwards, and with a key that is not committed", () => {
    expect(release("9.0.0-rc.1", "--key", key, "--out", out).text).toContain("is there already");
    expect(release("8.9.9", "--key", key, "--out", out).text).toContain("does not come after 9.0.0-rc.1");
    const other = join(folder, "key-2");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", other]);
    expect(release("9.0.0", "--key", other, "--out", out).text).toContain("not in the committed release-signers");
    expect(git("tag", "--list", "v9.*", "v8.*")).toBe("v9.0.0-rc.1");
  });
});
