import pino, { type Logger } from "pino";
import { env } from "@/lib/env";

/** Members that never reach a log line, wherever they stand. */
const SECRETS = ["sign", "secret", "password", "mnemonic", "words", "privateKey", "seed", "authorization", "cookie"];

let root: Logger | undefined;

/** The process's logger: one JSON object a line on standard output, secrets removed. */
export function log(): Logger {
  root ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[removed]" },
  });
  return root;
}
