import { text } from "node:stream/consumers";
import { confirmBackup, exportWords } from "@/lib/custody/backup";
import { deriveMoneroKeys } from "@/lib/custody/key-tree";
import { restoreSeed } from "@/lib/custody/open-seed";
import { readSeedKey } from "@/lib/custody/seed-key";
import { closeDatabase } from "@/lib/db";

const USAGE = `Usage: npm run seed:export                 shows the words, once
       npm run seed:export -- --again      shows them again while no backup is confirmed
       npm run seed:export -- --confirm    reads the words from standard input and confirms the backup
       npm run seed:export -- --restore    reads the words from standard input into a new database`;

/** Answers the process's exit code. Everything secret goes to standard output and nowhere else. */
async function main(flags: readonly string[]): Promise<number> {
  const [flag, ...more] = flags;
  if (more.length > 0) return fail(USAGE);
  const key = readSeedKey();
  switch (flag) {
    case undefined:
    case "--again":
      return show(await exportWords(key, { again: flag === "--again" }, new Date()));
    case "--confirm":
      await confirmBackup(await askForWords(), key, new Date());
      return say("The backup is confirmed.");
    case "--restore":
      await restoreSeed(await askForWords(), key);
      return say("The seed is stored. The worker derives all addresses again, from the first one on.");
    default:
      return fail(USAGE);
  }
}

function show(words: string): number {
  const numbered = words.split(" ").map((word, index) => `${String(index + 1).padStart(2)}. ${word}`);
  const { spendSecret, viewSecret } = deriveMoneroKeys(words);
  return say(
    [
      "Write these words down, in order, on paper. Whoever has them has all the money.",
      "",
      ...numbered,
      "",
      "Other wallets do not derive Monero from these words; for them:",
      `  spend key ${Buffer.from(spendSecret).toString("hex")}`,
      `  view key  ${Buffer.from(viewSecret).toString("hex")}`,
      "",
      "Then confirm the backup by typing the words from the paper: npm run seed:export -- --confirm",
    ].join("\n"),
  );
}

function askForWords(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("Type the words on one line, then press Ctrl-D:\n");
  return text(process.stdin);
}

function say(message: string): number {
  process.stdout.write(`${message}\n`);
  return 0;
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = fail(error instanceof Error ? error.message : String(error));
} finally {
  await closeDatabase();
}
