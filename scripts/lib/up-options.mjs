/** The flags of `npm run up`. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_SANDBOX_CODES, SANDBOX_CODES } from "./sandbox/networks.mjs";

const OPTIONAL = SANDBOX_CODES.filter((code) => !DEFAULT_SANDBOX_CODES.includes(code));

export const USAGE = `usage: npm run up -- [flags]

  --port N      port of the gateway on 127.0.0.1 (default 3000)
  --data DIR    folder for the database, the chains, secrets and logs (default .data)
  --chains A,B  sandbox chains to start, of ${SANDBOX_CODES.join(",")} (default all but ${OPTIONAL.join(",")})
  --workers N   worker processes (default 1)
  --fresh       delete everything in the data folder first; refused once a real network was enabled in it
  --help        this text`;

function wholeNumber(name, text, max) {
  const value = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (value >= 1 && value <= max) return value;
  throw new Error(`--${name} ${text}: expected a whole number from 1 to ${max}`);
}

function chainCodes(text) {
  const codes = text.split(",").map((code) => code.trim());
  const unknown = codes.find((code) => !SANDBOX_CODES.includes(code));
  if (unknown === undefined) return SANDBOX_CODES.filter((code) => codes.includes(code));
  throw new Error(`--chains ${text}: expected codes out of ${SANDBOX_CODES.join(",")}, with commas between them`);
}

/**
 * Parses the flags. @throws Error with one sentence if a flag is unknown or has an invalid value
 */
export function parseUpOptions(args) {
  const { values } = parseArgs({
    args,
    strict: true,
    options: {
      port: { type: "string", default: process.env.PORT || "3000" },
      data: { type: "string", default: ".data" },
      chains: { type: "string", default: DEFAULT_SANDBOX_CODES.join(",") },
      workers: { type: "string", default: "1" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    port: wholeNumber("port", values.port, 65_535),
    dataDir: resolve(values.data),
    chains: chainCodes(values.chains),
    workers: wholeNumber("workers", values.workers, 16),
    fresh: values.fresh,
    help: values.help,
  };
}
