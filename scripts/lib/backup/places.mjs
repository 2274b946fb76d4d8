/** Where a backup comes from and goes to, by the environment or by the folder of `npm run up`. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { dataPaths } from "../data-folder.mjs";
import { SANDBOX_RATES, sandboxNodeUrls } from "../environments.mjs";
import { ensureSecrets } from "../secrets.mjs";

const ARCHIVE = /^chaintill-[0-9]{8}T[0-9]{6}Z\.tar\.gz\.age$/;
/** A backup writes all the time. */
const ABANDONED_MS = 3_600_000;
const SIGNER = /^# signer: (\S+)$/gm;
const SECRET_KEY = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m;

/** Returns the name of the archive of this moment; names sort by time. */
export function archiveName(at) {
  return `chaintill-${at.toISOString().replaceAll(/[-:]|\.[0-9]+/g, "")}.tar.gz.age`;
}

/** Returns the archives in a folder, newest first; other files are not ours. */
export function listArchives(folder) {
  return readdirSync(folder)
    .filter((name) => ARCHIVE.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** Returns the beginnings of archives that killed backups left in a folder. */
export function listAbandoned(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".part") && ARCHIVE.test(name.slice(0, -".part".length)))
    .map((name) => join(folder, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > ABANDONED_MS);
}

/**
 * Returns the database of the sandbox that `npm run up` keeps in this folder, the key that signs
 * its archives, and the files that its keys are in; null when there is none.
 */
export function readSandbox(folder) {
  const paths = dataPaths(folder);
  if (!existsSync(paths.sandbox)) return null;
  const { database } = JSON.parse(readFileSync(paths.sandbox, "utf8"));
  const { backupSigningKey } = ensureSecrets(paths);
  const settingsFiles = readdirSync(paths.secrets).map((name) => join(paths.secrets, name));
  return { url: database, signingKey: backupSigningKey, settingsFiles };
}

/** Returns the settings of the worker of the sandbox in this folder; none when there is none. */
export function sandboxEnvironment(folder) {
  const paths = dataPaths(folder);
  if (!existsSync(paths.sandbox)) return {};
  const { baseUrl, networks } = JSON.parse(readFileSync(paths.sandbox, "utf8"));
  const { secretKey, authSecret, seedKeyFile } = ensureSecrets(paths);
  return {
    ...{ BASE_URL: baseUrl, SANDBOX: "true", SANDBOX_FILE: paths.networks, RATES_FILE: SANDBOX_RATES },
    ...{ SECRET_KEY: secretKey, AUTH_SECRET: authSecret, SEED_KEY_FILE: seedKeyFile, LOG_LEVEL: "warn" },
    ...sandboxNodeUrls(networks),
  };
}

/**
 * Creates a key pair, writes the secret key to a new file in the form of age-keygen, and returns
 * the public one.
 * @param signer the public key of the writer whose archives alone are restored with this file;
 *   null: not noted
 */
export async function createKeyFile(path, signer = null) {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const lines = [`# public key: ${recipient}`, ...(signer === null ? [] : [`# signer: ${signer}`]), identity];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  return recipient;
}

/** Returns the signers that a key file names, one a line. */
export function readSigners(path) {
  return [...readFileSync(path, "utf8").matchAll(SIGNER)].map(([, signer]) => signer);
}

/** Adds a signer to a key file that does not name it. */
export function noteSigner(path, signer) {
  if (!readSigners(path).includes(signer)) appendFileSync(path, `# signer: ${signer}\n`);
}

/** Returns the secret key in a file. @throws Error when it has none */
export function readKeyFile(path) {
  const [identity] = SECRET_KEY.exec(readFileSync(path, "utf8")) ?? [];
  if (identity === undefined) throw new Error(`${path} holds no secret key of age (AGE-SECRET-KEY-...)`);
  return identity;
}

/** Returns the public key of the secret key in a file. */
export async function readRecipient(path) {
  return identityToRecipient(readKeyFile(path));
}
