import { expect, test } from "vitest";
import { signEntries, signerOf, verifyEntries } from "@/scripts/lib/backup/signature.mjs";

type Entry = { readonly name: string; readonly bytes: Buffer };

/** The first test vector of RFC 8032. */
const KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const SIGNER = signerOf(KEY);
const OTHER = signerOf("ab".repeat(32));

const entry = (name: string, text: string): Entry => ({ name, bytes: Buffer.from(text) });
const DATA = [
  entry("backup.json", "{}"),
  entry("tables/a/1", "1\t2\n"),
  entry("tables/a/2", ""),
  entry("end.json", "{}"),
];

async function sign(entries: readonly Entry[]): Promise<Entry[]> {
  const written: Entry[] = [];
  const { add, end } = signEntries(async (name, bytes) => void written.push({ name, bytes }), KEY);
  for (const { name, bytes } of entries) await add(name, bytes);
  await end();
  return written;
}

async function read(entries: readonly Entry[], signers: readonly string[] | null): Promise<Entry[]> {
  const seen: Entry[] = [];
  for await (const one of verifyEntries(entries, signers)) seen.push(one);
  return seen;
}

test("a signed archive yields its entries without the signature, to whoever names its signer and without a check", async () => {
  const signed = await sign(DATA);
  expect(signed).toHaveLength(DATA.length + 1);
  for (const signers of [[SIGNER], [OTHER, SIGNER], null]) expect(await read(signed, signers)).toEqual(DATA);
  expect(await read(DATA, null)).toEqual(DATA);
});

/** Each is an archive that somebody can write who has a signed one and the public keys. */
const FORGED: [string, (signed: readonly Entry[]) => readonly Entry[], string][] = [
  ["without a signature", (signed) => signed.slice(0, -1), "is not signed"],
  ["with a changed byte", ([, ...rest]) => [entry("backup.json", "[]"), ...rest], "was not signed by"],
  ["with another name", ([, ...rest]) => [entry("backup.jsom", "{}"), ...rest], "was not signed by"],
  [
    "with a further entry",
    ([, ...rest]) => [entry("settings/x", ""), entry("backup.json", "{}"), ...rest],
    "was not signed by",
  ],
  ["without an entry", (signed) => signed.slice(1), "was not signed by"],
  ["in another order", (signed) => [1, 0, 2, 3, 4].flatMap((at) => signed[at] ?? []), "was not signed by"],
  [
    "whose bytes moved into the next entry",
    (signed) => signed.map((it, at) => [it, entry("tables/a/1", "1\t2"), entry("tables/a/2", "\n")][at] ?? it),
    "was not signed by",
  ],
  ["that continues after its signature", (signed) => [...signed, entry("settings/x", "A=1")], "continues after"],
];

test.each(FORGED)("an archive %s is refused where its signer is named", async (_what, forge, message) => {
  await expect(read(forge(await sign(DATA)), [SIGNER])).rejects.toThrow(message);
});

test("an archive of another signer is refused, and so is a signer that is no public key", async () => {
  const signed = await sign(DATA);
  await expect(read(signed, [OTHER])).rejects.toThrow("was not signed by");
  await expect(read(signed, [])).rejects.toThrow("was not signed by");
  await expect(read(signed, [KEY])).rejects.toThrow("is no signer of archives");
});

test("the public key of a secret one is that of RFC 8032, and anything else is no secret key", () => {
  const hex = Buffer.from(SIGNER.slice("ed25519:".length), "base64url").toString("hex");
  expect(hex).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  for (const wrong of ["", KEY.slice(1), `${KEY}00`, SIGNER]) expect(() => signerOf(wrong)).toThrow("64");
});
