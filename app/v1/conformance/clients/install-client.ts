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
  /** Of the tarball: a different one under the same version was not reviewed. */
  readonly integrity: string;
  /** Its declared dependencies, in the tested versions. */
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
 * Installs a client into a temporary folder, without running any script of any package. Returns
 * null if the registry does not serve it.
 * @throws Error if the tarball differs from the reviewed one
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
