/**
 * The machines of a cluster, each of which is a loopback address and a folder here: their files
 * from deploy/ha, their programs, and questions to them.
 */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnChild } from "../children.mjs";
import { ROOT } from "../paths.mjs";
import { createPassword } from "../postgres.mjs";

/** Where Debian has the programs. */
export const PROGRAMS = {
  etcd: "/usr/bin/etcd",
  etcdctl: "/usr/bin/etcdctl",
  patroni: "/usr/bin/patroni",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  psql: "/usr/lib/postgresql/15/bin/psql",
};
const PACKAGES = "patroni etcd-server etcd-client haproxy pgbouncer postgresql-15";
const PASSWORDS = ["PATRONI_PASSWORD", "POSTGRES_PASSWORD", "REPLICATION_PASSWORD", "REWIND_PASSWORD"];
const AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
const ANSWER_MS_MAX = 2_000;

/** @throws Error that names what is missing */
export function requirePrograms() {
  const missing = Object.values(PROGRAMS).filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(", ")}. apt-get install ${PACKAGES}`);
  if (process.getuid?.() !== 0) throw new Error("Run this as root: the servers run as the user postgres");
}

/** Returns a new address for each machine, so that all of them use the usual ports. */
export function chooseAddresses() {
  const network = `127.77.${randomInt(1, 255)}`;
  return { a: `${network}.1`, b: `${network}.2`, c: `${network}.3`, gateway: `${network}.9` };
}

/** Returns the values of `${...}` in the files of deploy/ha that all machines share. */
export function chooseValues({ gateway: _, ...members }) {
  const each = (describe) => Object.entries(members).map(describe).join(",");
  return {
    ...Object.fromEntries([...PASSWORDS, "ETCD_PASSWORD"].map((name) => [name, createPassword()])),
    // Connections between the addresses of one machine come from its first one.
    NETWORK: "127.0.0.0/8",
    ETCD_HOSTS: each(([, address]) => `${address}:2379`),
    ETCD_PEERS: each(([name, address]) => `${name}=http://${address}:2380`),
    ADDRESS_A: members.a,
    ADDRESS_B: members.b,
  };
}

/** Creates a folder of the user postgres. */
export function createFolder(path) {
  const { uid, gid } = statSync("/var/lib/postgresql");
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
}

/**
 * Writes a file of deploy/ha into `folder` with these values, and with the places of a real machine
 * replaced. Returns its path. @throws Error when the file has no such place
 */
export function renderFile(file, folder, values, places = {}) {
  createFolder(folder);
  let text = readFileSync(join(ROOT, "deploy/ha", file), "utf8");
  text = text.replaceAll(/\$\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  for (const [from, to] of Object.entries(places)) {
    if (!text.includes(from)) throw new Error(`deploy/ha/${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return writeOwnFile(join(folder, file), text);
}

/** Writes a file that the user postgres alone can read. Returns its path. */
export function writeOwnFile(path, text) {
  const { uid, gid } = statSync("/var/lib/postgresql");
  writeFileSync(path, text, { mode: 0o600 });
  chownSync(path, uid, gid);
  return path;
}

/** Returns the settings of a file of NAME=value lines. */
export function readEnvironment(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return Object.fromEntries(lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/, 2)));
}

/** Starts a program as the user postgres. */
export function startProgram([program, ...args], { logFile, cwd, environment = {} }) {
  const [command, ...first] = [...AS_POSTGRES, program, ...args];
  const env = { PATH: process.env.PATH, LANG: "C.UTF-8", ...environment };
  return spawnChild({ command, args: first, env, logFile, cwd });
}

/** Runs a statement as the superuser, through the socket in `folder`. Returns the rows as text. */
export function runSql(folder, database, statement) {
  const args = ["-h", folder, "-U", "postgres", "-d", database, "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", statement];
  const [command, ...first] = [...AS_POSTGRES, PROGRAMS.psql, ...args];
  return execFileSync(command, first, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** Whether Patroni on this machine answers yes: `/primary`, `/sync`. */
export async function saysYes(address, path) {
  try {
    return (await fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })).ok;
  } catch {
    return false;
  }
}
