/**
 * The file of a backup: a tar archive, compressed with gzip and encrypted with age, so that
 * `age --decrypt --identity KEY FILE | tar xz` opens it without this program.
 */

import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import tar from "tar-stream";

/** A part of a table has at most four megabytes and the rest of a chunk of the connection. */
const ENTRY_BYTES_MAX = 16 * 2 ** 20;

function syncFolder(path) {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}

/**
 * Writes an archive. `fill` gets `add(name, bytes)`, which resolves once the entry has been taken.
 * The file appears under its name only when it is complete and on disk. Returns its size in bytes.
 * @throws whatever `fill` throws; then no file is left
 */
export async function writeArchiveFile(path, recipients, fill) {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const pack = tar.pack();
  const draft = `${path}.part`;
  const add = (name, bytes) =>
    new Promise((resolve, reject) => {
      pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  const compressed = createGzip();
  // Each stream hands an error on to the next: the last pipeline below reports it.
  pipeline(pack, compressed).catch(() => undefined);
  const filling = fill(add).then(
    () => pack.finalize(),
    (error) => pack.destroy(error),
  );
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  try {
    const plain = Readable.toWeb(compressed);
    const encrypted = await encrypter.encrypt(plain);
    await pipeline(Readable.fromWeb(encrypted), file);
    await filling;
    renameSync(draft, path);
  } catch (error) {
    file.destroy();
    // A file that is still being opened would appear after its removal.
    if (!file.closed) await new Promise((resolve) => file.once("close", resolve));
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return statSync(path).size;
}

/**
 * Reads an archive: yields `{ name, bytes }` for each entry in order. A changed, shortened or
 * foreign file ends with an error, at the latest at its end: what was read is valid only after the
 * last entry.
 * @param identity a secret key, `AGE-SECRET-KEY-1...`
 */
export async function* readArchiveFile(path, identity) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(path)));
  const extract = tar.extract();
  const feeding = pipeline(Readable.fromWeb(plain), createGunzip(), extract);
  feeding.catch(() => undefined);
  for await (const entry of extract) {
    // Whoever knows the public key can write an archive: its parts are limited before they are
    // read.
    if (entry.header.size > ENTRY_BYTES_MAX) throw new Error(`${entry.header.name} is too large`);
    const parts = [];
    for await (const part of entry) parts.push(part);
    yield { name: entry.header.name, bytes: Buffer.concat(parts) };
  }
  await feeding;
}
