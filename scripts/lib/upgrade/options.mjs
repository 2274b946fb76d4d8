/** The options of `npm run upgrade`. */
import { parseArgs } from "node:util";
import { PROCESS_ROLES } from "../database-roles.mjs";

const WAIT_S_MAX = 86_400;

/**
 * Returns the options of this command line, `wait` as a number of seconds.
 * @throws Error that says which one is wrong
 */
export function upgradeOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      "backup-to": { type: "string" },
      "restart-worker": { type: "string" },
      "restart-web": { type: "string" },
      contract: { type: "boolean", default: false },
      back: { type: "boolean", default: false },
      wait: { type: "string", default: "600" },
      "web-role": { type: "string", default: PROCESS_ROLES.web },
      "worker-role": { type: "string", default: PROCESS_ROLES.worker },
    },
  });
  const empty = Object.entries(values).find(([, value]) => value === "");
  if (empty) throw new Error(`--${empty[0]}: a value is missing`);
  if (values.back && values.contract) throw new Error("--back and --contract exclude each other");
  const wait = /^\d+$/.test(values.wait) ? Number(values.wait) : Number.NaN;
  if (!(wait <= WAIT_S_MAX)) throw new Error(`--wait: seconds from 0 to ${WAIT_S_MAX}, not ${values.wait}`);
  return { ...values, wait };
}
