import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { encodeMoneroAddress } from "@/lib/custody/addresses/monero-address";
import { confirmBackup, exportMnemonic } from "@/lib/custody/backup";
import { deriveMoneroKeys } from "@/lib/custody/key-tree";
import { reencryptSeed, restoreSeed } from "@/lib/custody/open-seed";
import type { SeedKeys } from "@/lib/custody/seed-key";

const USAGE = `Usage: npm run seed:export                 shows the words, once
       npm run seed:export -- --again      shows them again while no backup is confirmed
       npm run seed:export -- --confirm    reads the words from standard input and confirms the backup
       npm run seed:export -- --restore    reads the words from standard input into a new database
       npm run seed:export -- --reencrypt  encrypts the stored words under SEED_KEY or SEED_KEY_FILE`;

/** The terminal, or a test in its place. */
export type Terminal = {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly errors: Writable;
};

/**
 * Runs the seed:export command; returns the exit code and throws on operator errors. Secrets are
 * written to `output` and nowhere else.
 */
export async function runSeedExport(flags: readonly string[], keys: SeedKeys, terminal: Terminal): Promise<number> {
  const [flag, ...more] = flags;
  const say = (message: string) => {
    terminal.output.write(`${message}\n`);
    return 0;
  };
  if (more.length === 0 && (flag === undefined || flag === "--again")) {
    return say(describeSecrets(await exportMnemonic(keys, { again: flag === "--again" }, new Date())));
  }
  if (more.length === 0 && flag === "--confirm") {
    await confirmBackup(await promptForMnemonic(terminal), keys, new Date());
    return say("The backup is confirmed.");
  }
  if (more.length === 0 && flag === "--restore") {
    await restoreSeed(await promptForMnemonic(terminal), keys);
    return say("The seed is stored. The worker derives all addresses again, from the first one on.");
  }
  if (more.length === 0 && flag === "--reencrypt") {
    return say(
      (await reencryptSeed(keys))
        ? "The seed is encrypted under the new key. SEED_KEY_FILE_PREVIOUS is not needed for it any more."
        : "The seed is already encrypted under this key; nothing was changed.",
    );
  }
  terminal.errors.write(`${USAGE}\n`);
  return 1;
}

function describeSecrets(mnemonic: string): string {
  const numbered = mnemonic.split(" ").map((word, index) => `${String(index + 1).padStart(2)}. ${word}`);
  const monero = deriveMoneroKeys(mnemonic);
  return [
    "Write these words down, in order, on paper. Whoever has them has all the money.",
    "",
    ...numbered,
    "",
    "Other wallets do not derive Monero from these words; for them, and for the gateway's own two wallets:",
    `  address   ${encodeMoneroAddress(monero, 0, 0)}`,
    `  spend key ${Buffer.from(monero.spendSecret).toString("hex")}`,
    `  view key  ${Buffer.from(monero.viewSecret).toString("hex")}`,
    "",
    "Then confirm the backup by typing the words from the paper: npm run seed:export -- --confirm",
  ].join("\n");
}

function promptForMnemonic({ input, errors }: Terminal): Promise<string> {
  if (input.isTTY === true) errors.write("Type the words on one line, then press Ctrl-D:\n");
  return text(input);
}
