/** Rejects a request: an HTTP status and a text, in toncenter's format. */
export class RequestError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const badParameter = (message) => new RequestError(422, message);
export const notFound = (message) => new RequestError(404, message);

const LOG_LINES = 12;
/** A lite server's messages for rejected external messages, as toncenter passes them on. */
const REFUSED = "LITE_SERVER_UNKNOWN: cannot apply external message to current state : ";
const NOT_ACCEPTED =
  "External message was not accepted\nCannot run message on account: inbound external message rejected by";

const refused = (text) => new RequestError(500, `${REFUSED}${text}`);

export const noCell = () => refused("cannot deserialize bag-of-cells");
export const noAccount = () => refused("Failed to unpack account state");
export const noExternal = () =>
  refused("failed to parse external message: external message is not a (Message Any) according to automated checks");

/**
 * Builds the error of an account whose code rejected the message, or that has no balance
 * (`exitCode` null).
 */
export function notAccepted({ exitCode, log }, destination) {
  const account = destination.hash.toString("hex").toUpperCase();
  if (exitCode === null) return refused(`${NOT_ACCEPTED} account ${account} before smart-contract execution`);
  const lines = log.split("\n").filter((line) => line !== "");
  const steps = lines.filter((line) => line.startsWith("execute ")).length;
  const end = `VM Log (truncated):\n...${lines.slice(-LOG_LINES).join("\n")}\n`;
  return refused(`${NOT_ACCEPTED} transaction ${account}:\nexitcode=${exitCode}, steps=${steps}, gas_used=0\n${end}`);
}
