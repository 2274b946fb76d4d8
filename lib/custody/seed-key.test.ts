import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  isForOthers,
  openMnemonic,
  readPreviousSeedKeys,
  readSeedKeyFile,
  SeedKeyError,
  sealMnemonic,
} from "@/lib/custody/seed-key";

const folder = mkdtempSync(join(tmpdir(), "seed-key-"));
const path = join(folder, "key");
const HEX = "0f".repeat(32);

afterAll(() => rmSync(folder, { recursive: true }));

it("reads a key file that only its owner may access", () => {
  writeFileSync(path, `${HEX}\n`, { mode: 0o600 });
  expect(readSeedKeyFile(path).toString("hex")).toBe(HEX);
});

it("rejects a key file that others may read or write, a missing one, and one without a key", () => {
  writeFileSync(path, HEX);
  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    expect(() => readSeedKeyFile(path)).toThrow(/chmod 600/);
  }
  expect(() => readSeedKeyFile(join(folder, "missing"))).toThrow(SeedKeyError);
  chmodSync(path, 0o600);
  writeFileSync(path, "short");
  expect(() => readSeedKeyFile(path)).toThrow(/64 hex digits/);
});

it("takes an empty file for no previous key, and for no key otherwise", () => {
  writeFileSync(path, "\n");
  expect(readPreviousSeedKeys(path)).toEqual([]);
  expect(() => readSeedKeyFile(path)).toThrow(/64 hex digits/);
  writeFileSync(path, HEX);
  expect(readPreviousSeedKeys(path).map((key) => key.toString("hex"))).toEqual([HEX]);
});

it("accepts a systemd credential, which its service reads by an access list, and nothing wider", () => {
  const credential = "/run/credentials/chaintill-worker.service/seed-key";
  expect(isForOthers(credential, 0o100440)).toBe(false);
  for (const mode of [0o100444, 0o100460]) expect(isForOthers(credential, mode)).toBe(true);
  expect(isForOthers("/etc/chaintill/seed-key", 0o100440)).toBe(true);
});

it("reveals no part of an invalid key in its error", () => {
  writeFileSync(path, "deadbeef-not-hex");
  expect(() => readSeedKeyFile(path)).toThrow(expect.not.stringContaining("deadbeef"));
});

it("seals words so that only the same key and unaltered bytes open them", () => {
  const key = Buffer.alloc(32, 1);
  const sealed = sealMnemonic("some words", key);
  expect(openMnemonic(sealed, [key])).toBe("some words");
  expect(Buffer.from(sealed.ciphertext).toString()).not.toContain("words");
  expect(sealMnemonic("some words", key).ciphertext).not.toEqual(sealed.ciphertext);
  expect(() => openMnemonic(sealed, [Buffer.alloc(32, 2)])).toThrow(SeedKeyError);
  for (const part of ["ciphertext", "nonce", "tag"] as const) {
    const altered = Uint8Array.from(sealed[part]);
    altered[0] = (altered[0] ?? 0) ^ 1;
    expect(() => openMnemonic({ ...sealed, [part]: altered }, [key])).toThrow(SeedKeyError);
  }
  expect(() => openMnemonic({ ...sealed, tag: sealed.tag.slice(0, 4) }, [key])).toThrow(SeedKeyError);
});
