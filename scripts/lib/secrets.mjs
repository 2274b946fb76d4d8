/** Secrets of one data folder: created once, readable by this user alone. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "./paths.mjs";

function readOrCreate(path, bytes) {
  if (!existsSync(path)) writeFileAtomic(path, `${randomBytes(bytes).toString("hex")}\n`);
  return readFileSync(path, "utf8").trim();
}

/**
 * Returns the secrets themselves, and for the seed's key only the file: no process but the worker
 * reads it.
 */
export function ensureSecrets(paths) {
  mkdirSync(paths.secrets, { recursive: true, mode: 0o700 });
  chmodSync(paths.secrets, 0o700);
  const at = (name) => join(paths.secrets, name);
  readOrCreate(at("seed-key"), 32);
  return {
    secretKey: readOrCreate(at("secret-key"), 32),
    authSecret: readOrCreate(at("auth-secret"), 32),
    postgresPassword: readOrCreate(at("postgres-password"), 24),
    webPassword: readOrCreate(at("postgres-web-password"), 24),
    backupSigningKey: readOrCreate(at("backup-signing-key"), 32),
    workerPassword: readOrCreate(at("postgres-worker-password"), 24),
    seedKeyFile: at("seed-key"),
  };
}
