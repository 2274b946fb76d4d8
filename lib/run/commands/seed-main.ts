import { parseSandboxNetworks } from "@/lib/chains/sandbox-file";
import { furnishWallets } from "@/lib/custody/hot-wallets";
import { closeDatabase } from "@/lib/kernel/db";
import { readSandboxFile } from "@/lib/kernel/env";
import { seedSandbox } from "@/lib/run/sandbox/seed-sandbox";

/**
 * Run by `npm run up` after the migrations: fills the catalog, creates the demo merchant, and the
 * wallets of networks whose wallets are services.
 */
try {
  await seedSandbox();
  for (const chain of parseSandboxNetworks(readSandboxFile()).values()) {
    if ("walletsUrl" in chain && chain.walletsUrl !== undefined) await furnishWallets(chain.walletsUrl);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
