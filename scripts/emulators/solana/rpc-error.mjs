/** The errors of Solana's JSON-RPC, by their documented codes. */

/** Thrown by methods; the server returns it as the call's error. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const parseError = () => new RpcError(-32700, "Parse error");
export const invalidRequest = () => new RpcError(-32600, "Invalid request");
export const methodNotFound = () => new RpcError(-32601, "Method not found");
export const invalidParams = (message) => new RpcError(-32602, message);

export const blockCleanedUp = (slot, first) =>
  new RpcError(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`);

/** `data` is the simulation's result, with `err` and `logs`. */
export const preflightFailure = (sentence, data) =>
  new RpcError(-32002, `Transaction simulation failed: ${sentence}`, data);

export const signatureFailure = () => new RpcError(-32003, "Transaction signature verification failure");
export const blockNotAvailable = (slot) => new RpcError(-32004, `Block not available for slot ${slot}`);

export const nodeUnhealthy = (slotsBehind) =>
  new RpcError(-32005, `Node is behind by ${slotsBehind} slots`, { numSlotsBehind: slotsBehind });

export const slotSkipped = (slot) =>
  new RpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);

export const oldSlotSkipped = (slot) =>
  new RpcError(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);

export const unsupportedVersion = (version) =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );

export const contextSlotNotReached = (contextSlot) =>
  new RpcError(-32016, "Minimum context slot has not been reached", { contextSlot });

export const filterTransactionNotFound = (signature) => new RpcError(-32020, `Transaction ${signature} not found`);
