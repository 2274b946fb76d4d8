import { sqlState } from "@/lib/db";

/** Connection lost, resources used up, shut down or cancelled; a lock or a conflict that did not clear. By class or whole SQLSTATE. */
const TEMPORARY = /^(08|53|57|40)...$|^55P03$/;
const UNREACHABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** What `pg` says of a pool without a free connection, and of a connection that ended under a statement. */
const POOL_TEXTS = /timeout exceeded when trying to connect|Connection terminated/;

/** Whether the database could not do now what it may well do in a minute: not a bug, and not the caller's fault. */
export function isTemporaryFailure(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return TEMPORARY.test(state) || UNREACHABLE.has(state);
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return (typeof code === "string" && UNREACHABLE.has(code)) || POOL_TEXTS.test(error.message);
}
