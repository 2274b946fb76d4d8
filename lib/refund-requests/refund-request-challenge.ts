import { randomBytes } from "node:crypto";

const CHALLENGE_BYTES = 16;

/** What a wallet signs once. */
export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString("hex");
}
