import { furnishWallets } from "@/lib/custody/furnish-wallets";
import { closeDatabase } from "@/lib/db";
import { readSandboxFile } from "@/lib/env";
import { parseSandboxNetworks } from "@/lib/sandbox/sandbox-file";
import { seedSandbox } from "@/lib/sandbox/seed-sandbox";

/** Run by `npm run up` after the migrations: fills the catalog, makes the demo merchant, and the wallets where they are services. */
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
