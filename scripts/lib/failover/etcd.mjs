/** The users of an etcd, as docs/operations.md creates them. */
import { execFileSync } from "node:child_process";
import { createPassword } from "../postgres.mjs";
import { PROGRAMS } from "./machines.mjs";

/**
 * Creates the user of Patroni, who may write Patroni's keys alone, and closes the etcd at
 * `endpoints` to everyone without a password. @throws Error if that fails
 */
export function closeEtcd(endpoints, password) {
  const run = (...args) =>
    execFileSync(PROGRAMS.etcdctl, args, {
      env: { ETCDCTL_API: "3", ETCDCTL_ENDPOINTS: endpoints },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  run("user", "add", "root", "--new-user-password", createPassword());
  run("user", "add", "patroni", "--new-user-password", password);
  run("role", "add", "patroni");
  run("role", "grant-permission", "patroni", "--prefix=true", "readwrite", "/service/chaintill/");
  run("user", "grant-role", "patroni", "patroni");
  run("user", "grant-role", "root", "root");
  run("auth", "enable");
}

/** Whether the etcd at `endpoints` answers somebody without a password. */
export function isOpen(endpoints) {
  try {
    execFileSync(PROGRAMS.etcdctl, ["get", "/service/chaintill/", "--prefix"], {
      env: { ETCDCTL_API: "3", ETCDCTL_ENDPOINTS: endpoints },
      stdio: "pipe",
    });
    return true;
  } catch {
    return false;
  }
}
