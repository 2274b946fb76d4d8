/** Runs a TypeScript program of bench/lib against a database of its own. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { ROOT } from "../../scripts/lib/paths.mjs";
import { startKeptPostgres, startScratchPostgres } from "../../scripts/lib/scratch-postgres.mjs";

const SETTINGS = {
  SANDBOX: "true",
  LOG_LEVEL: "silent",
  SECRET_KEY: "11".repeat(32),
  AUTH_SECRET: "22".repeat(32),
  BASE_URL: "http://127.0.0.1:3000",
};

/**
 * Bundles `bench/lib/NAME.ts` and runs it with an empty, migrated database until it ends. Returns
 * its exit code. `isDurable`: the database writes to disk before a commit returns. `folder`: the
 * database lies there and is kept; what it holds from an earlier run, the program finds.
 */
export async function runInScratchDatabase(name, args, { isDurable = false, flags = [], folder } = {}) {
  // Beside the packages that it imports.
  const program = join(ROOT, "dist", `bench-${basename(name)}.mjs`);
  const server = folder ? await startKeptPostgres(folder) : await startScratchPostgres({ isDurable });
  try {
    await migrateDatabase(server.url);
    await build({
      absWorkingDir: ROOT,
      entryPoints: [`bench/lib/${name}.ts`],
      outfile: program,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      alias: { "@": ROOT },
      logLevel: "error",
    });
    const env = { ...process.env, ...SETTINGS, DATABASE_URL: server.url };
    const { status } = spawnSync(process.execPath, [...flags, program, ...args], { stdio: "inherit", env });
    return status ?? 1;
  } finally {
    rmSync(program, { force: true });
    await server.stop();
  }
}
