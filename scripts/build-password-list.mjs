#!/usr/bin/env node
/**
 * Writes lib/people/identity/common-passwords-data.ts: the Bloom filter of the most common
 * passwords.
 *
 * usage: node scripts/build-password-list.mjs FILE FILE: one password per line, the most common
 * first (lib/people/identity/common-passwords-source.md names the list used and its licence)
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";

/** Every known password that the current minimum length permits ... */
const LONG_CHARACTERS = 12;
/**
 * ... and the most common shorter ones: a common word with a few characters around it is rejected
 * as well.
 */
const SHORT_CHARACTERS = 6;
const SHORT_COUNT = 100_000;
/** Together: a false positive rate of about one in 100,000. */
const BITS_PER_PASSWORD = 24;
const HASH_COUNT = 17;

const file = process.argv[2];
if (file === undefined) {
  console.error("usage: node scripts/build-password-list.mjs FILE");
  process.exit(1);
}
const lines = readFileSync(file, "utf8").split("\n");
const known = lines.map((line) => line.replace(/\r$/, "").normalize("NFKC").toLowerCase());
const ofLength = (least, most) => [...new Set(known.filter((text) => text.length >= least && text.length < most))];
const passwords = [
  ...ofLength(LONG_CHARACTERS, Number.POSITIVE_INFINITY),
  ...ofLength(SHORT_CHARACTERS, LONG_CHARACTERS).slice(0, SHORT_COUNT),
];

const bits = Math.ceil((passwords.length * BITS_PER_PASSWORD) / 8) * 8;
const filter = new Uint8Array(bits / 8);
for (const password of passwords) {
  const digest = createHash("sha256").update(password).digest();
  const [start, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  for (let round = 0; round < HASH_COUNT; round += 1) {
    const bit = (start + round * step) % bits;
    filter[bit >> 3] |= 1 << (bit & 7);
  }
}
const text = `/**
 * Written by scripts/build-password-list.mjs; changed there, not here. From "10 million passwords",
 * released to the public domain by Mark Burnett in 2015, in the order of SecLists (MIT): see
 * common-passwords-source.md.
 */
export const COMMON_PASSWORDS: { readonly count: number; readonly hashCount: number; readonly filter: string } = {
  count: ${passwords.length},
  hashCount: ${HASH_COUNT},
  filter:
    "${Buffer.from(filter).toString("base64")}",
};
`;
writeFileSync(join(ROOT, "lib/people/identity/common-passwords-data.ts"), text);
console.log(`${passwords.length} passwords, ${filter.length} bytes`);
