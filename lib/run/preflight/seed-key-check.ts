import { statSync } from "node:fs";
import { readSeedKeyFile, SeedKeyError } from "@/lib/custody/seed-key";
import { errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";

const subject = { id: "seed-key-file", name: "File of the seed's key" };
const PERMISSIONS = 0o777;

/** The finding about the file of SEED_KEY_FILE, and its key as 64 hex digits if it is valid. */
export type SeedKeyFile = { readonly finding: Finding; readonly key?: string };

/** Reads the file as a worker does, and checks who owns it. */
export function inspectSeedKeyFile(path: string): SeedKeyFile {
  try {
    const key = readSeedKeyFile(path).toString("hex");
    const { uid, mode } = statSync(path);
    return { key, finding: checkOwner({ uid, mode }, process.geteuid?.() ?? uid) };
  } catch (error) {
    if (!(error instanceof SeedKeyError)) throw error;
    const summary = `${error.message.replace("Bad setting SEED_KEY_FILE: ", "")}.`;
    const remedy = "Create it as docs/operations.md says, readable by the worker's user only (chmod 600).";
    return { finding: errorFinding(subject, summary, remedy) };
  }
}

/**
 * Checks the owner of a key file that this process can read. Only root can read another user's, and
 * then it is not known whether that user is the worker's. Pure.
 */
export function checkOwner({ uid, mode }: { readonly uid: number; readonly mode: number }, ownUid: number): Finding {
  const extras = { measured: `user id ${uid}, mode ${(mode & PERMISSIONS).toString(8).padStart(4, "0")}` };
  if (uid === ownUid) return okFinding(subject, "Only this user can read it.", extras);
  const summary = "It belongs to another user than the one who runs this check.";
  return warningFinding(subject, summary, "Run the check as the worker's user.", extras);
}
