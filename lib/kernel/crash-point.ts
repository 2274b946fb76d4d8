import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { env } from "@/lib/kernel/env";

/**
 * Points at which tests crash a worker: between any two steps that are not one transaction, and
 * within those that settle several invoices or decide about several sends. A name says which step
 * was just completed.
 */
export const CRASH_POINTS = [
  /** Invoices are settled together in their transaction, which is not committed. */
  "settle:written",
  /** That is committed; their jobs have not ended. */
  "settle:committed",
  /** A send's terms were read from the node; nothing is stored. */
  "send:estimated",
  /** Signed bytes, nonces and postings are written, and not committed. */
  "send:stored",
  /** Signed bytes, nonce and postings are committed; no node has the transaction. */
  "send:signed",
  /** A node has the transaction; that is not recorded. */
  "send:broadcast",
  /** A block contains it; that is not recorded. */
  "send:seen",
  /** Its inclusion is recorded; nothing is settled. */
  "send:included",
  /** Postings and owners are settled, and this is not committed. */
  "send:booked",
  /** Its postings and its owner are settled; this was just committed. */
  "send:settled",
  /** A replacement is signed and stored; no node has it. */
  "send:replaced",
  /** An expired transaction is finalized and its sends are queued again; nothing new is signed. */
  "send:expired",
  /** A rule's lock is held, and nothing is written yet. */
  "settlement:locked",
  /** The payout of an automatic settlement is written, its rule too; nothing is committed. */
  "settlement:written",
  /** That was just committed. */
  "settlement:committed",
  /** A sweep and the send of its gas are committed. */
  "sweep:planned",
  /** The gas has been received and booked; the sweep's own send is not queued. */
  "sweep:gas-settled",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/**
 * Kills the process at once, as a power cut would, if a test requests it by `CRASH_POINT`: the
 * point's name, or the path of a file that names it later, so that a worker can run for a while
 * before. Otherwise does nothing.
 */
export function crashPoint(name: CrashPoint): void {
  const asked = env().CRASH_POINT;
  if (asked === undefined) return;
  if ((isAbsolute(asked) ? readNow(asked) : asked) === name) process.kill(process.pid, "SIGKILL");
}

/** Returns a file's current content; empty if it does not exist. */
function readNow(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
