/**
 * What a worker process does. `watch` reads the chains, `settle` settles payments and does all that
 * needs the database alone, `send` signs and sends, `webhooks` calls shops and mail servers. Only
 * `watch` and `send` ask nodes and need the seed; every role must be run by some worker.
 */
export const WORKER_ROLES = ["watch", "settle", "send", "webhooks"] as const;

export type WorkerRole = (typeof WORKER_ROLES)[number];

/** Connections that each queue of jobs keeps for itself, and those that work needs beside them. */
const [CONNECTIONS_A_QUEUE, CONNECTIONS_LEAST] = [1, 4];

/** The smallest DATABASE_POOL_MAX with which a worker of these roles starts. */
export function leastPool(roles: ReadonlySet<WorkerRole>): number {
  const queues = (roles.has("settle") ? 2 : 0) + Number(roles.has("send")) + Number(roles.has("webhooks"));
  return queues * CONNECTIONS_A_QUEUE + CONNECTIONS_LEAST;
}

/**
 * The roles that `--only watch,send` names; all of them without it.
 * @throws Error for another argument or another role
 */
export function parseRoles(args: readonly string[]): ReadonlySet<WorkerRole> {
  if (args.length === 0) return new Set(WORKER_ROLES);
  const [name, list = "", ...rest] = args.flatMap((arg) => arg.split("="));
  const roles = list.split(",");
  const isRole = (role: string): role is WorkerRole => (WORKER_ROLES as readonly string[]).includes(role);
  const known = roles.filter(isRole);
  if (name !== "--only" || rest.length > 0 || known.length !== roles.length)
    throw new Error(`usage: npm run worker [-- --only ROLE,ROLE], with roles from ${WORKER_ROLES.join(", ")}`);
  return new Set(known);
}
