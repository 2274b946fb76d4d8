import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A client library of this API family as its author published it. */
export type ClientPackage = {
  readonly name: string;
  readonly version: string;
  /** Of the tarball: another one under the same version is not what was looked at. */
  readonly integrity: string;
  /** What it says it needs, in the versions that it was tried with. */
  readonly dependencies: Readonly<Record<string, string>>;
};

export type InstalledClient = {
  /** The package's own folder. */
  readonly folder: string;
  readonly require: NodeJS.Require;
  readonly remove: () => void;
};

const INSTALL_TIMEOUT_MS = 30_000;
const NOT_REACHABLE = /E404|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|E5\d\d|network/;

/**
 * Installs a client into a folder of its own that is thrown away, without running any script of any
 * package. Null when the registry does not give it.
 * @throws Error when the tarball is another one than the one that was looked at
 */
export async function installClient(client: ClientPackage): Promise<InstalledClient | null> {
  const root = mkdtempSync(join(tmpdir(), "client-library-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  const dependencies = { ...client.dependencies, [client.name]: client.version };
  writeFileSync(join(root, "package.json"), JSON.stringify({ private: true, dependencies }));
  const flags = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--prefer-offline",
    "--fetch-retries=0",
    "--loglevel=error",
  ];
  try {
    await promisify(execFile)("npm", ["install", ...flags], { cwd: root, timeout: INSTALL_TIMEOUT_MS });
  } catch (error) {
    remove();
    const isTooSlow = error instanceof Error && Reflect.get(error, "killed") === true;
    if (!isTooSlow && !NOT_REACHABLE.test(String(error))) throw error;
    return null;
  }
  const lock: { packages: Record<string, { integrity?: string }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const { integrity } = lock.packages[`node_modules/${client.name}`] ?? {};
  if (integrity !== client.integrity)
    throw new Error(`${client.name}@${client.version} is another tarball: ${integrity}`);
  const folder = join(root, "node_modules", client.name);
  return { folder, require: createRequire(join(root, "package.json")), remove };
}
