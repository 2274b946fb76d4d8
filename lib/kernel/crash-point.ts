import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { env } from "@/lib/kernel/env";

/**
 * The moments at which a worker's sudden end is tested: between every two things that are not one
 * transaction. A name says what has just been done.
 */
export const CRASH_POINTS = [
  /** A send's terms were read from the node; nothing is written. */
  "send:estimated",
  /** Bytes, nonce and books are committed; no node has them. */
  "send:signed",
  /** A node has the bytes; that it has is not written. */
  "send:broadcast",
  /** It is in a block; that it is, is not written. */
  "send:seen",
  /** That it is in a block is written; nothing is settled. */
  "send:included",
  /** Its books and its owner are settled; the commit has just been made. */
  "send:settled",
  /** A replacement is signed and written; no node has it. */
  "send:replaced",
  /** One that expired is ended and what it carried is queued again; nothing new is signed. */
  "send:expired",
  /** A sweep and the order for its gas are committed. */
  "sweep:planned",
  /** The gas has arrived and is booked; the sweep's own send is not queued. */
  "sweep:gas-settled",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/**
 * Ends the process at once, as a power cut would, where a test has asked for it by `CRASH_POINT`:
 * the point's name, or the path of a file that names it from some moment on, so that a worker can
 * work for long before it dies. Otherwise nothing.
 */
export function crashPoint(name: CrashPoint): void {
  const asked = env().CRASH_POINT;
  if (asked === undefined) return;
  if ((isAbsolute(asked) ? readNow(asked) : asked) === name) process.kill(process.pid, "SIGKILL");
}

/** What a file says at this moment; nothing when there is none. */
function readNow(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
