/** JSON-RPC 2.0 over HTTP as nodes serve it: one call or a batch in a POST, and `GET /health`. */
import { parse, stringify } from "lossless-json";
import { createAccountMethods } from "./rpc-accounts.mjs";
import { createBlockMethods } from "./rpc-blocks.mjs";
import { createClusterMethods } from "./rpc-cluster.mjs";
import { invalidParams, invalidRequest, methodNotFound, parseError, RpcError } from "./rpc-error.mjs";
import { createHistoryMethods } from "./rpc-history.mjs";
import { createSendMethods } from "./rpc-send.mjs";

/** Minimum number of positional parameters of a call. */
const PARAMETERS_MIN = {
  getBlock: 1,
  getBlocks: 1,
  getBlocksWithLimit: 2,
  getBlockTime: 1,
  getTransaction: 1,
  getSignatureStatuses: 1,
  getSignaturesForAddress: 1,
  getBalance: 1,
  getAccountInfo: 1,
  getMultipleAccounts: 1,
  getTokenAccountsByOwner: 2,
  getTokenAccountBalance: 1,
  getTokenSupply: 1,
  getMinimumBalanceForRentExemption: 1,
  getFeeForMessage: 1,
  isBlockhashValid: 1,
  sendTransaction: 1,
  simulateTransaction: 1,
};

function callMethod(methods, { method, params = [] }) {
  if (!Object.hasOwn(methods, method)) throw methodNotFound();
  if (!Array.isArray(params)) throw invalidParams("Invalid params: expected a list of parameters.");
  const least = PARAMETERS_MIN[method] ?? 0;
  if (params.length < least) throw invalidParams(`\`params\` should have at least ${least} argument(s)`);
  return methods[method](params);
}

function toError(error) {
  if (!(error instanceof RpcError)) {
    process.stderr.write(`${error.stack}\n`);
    return { code: -32603, message: "Internal error" };
  }
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

function answerCall(methods, call) {
  const id = call?.id ?? null;
  try {
    if (typeof call !== "object" || call === null || typeof call.method !== "string") throw invalidRequest();
    return { jsonrpc: "2.0", result: callMethod(methods, call), id };
  } catch (error) {
    return { jsonrpc: "2.0", error: toError(error), id };
  }
}

/** Whole numbers as numbers, or as BigInt if a number would lose digits. */
const readNumber = (text) =>
  Number.isSafeInteger(Number(text)) || !/^-?\d+$/.test(text) ? Number(text) : BigInt(text);

/** Handles the body of a POST: `(text) => text`. */
export function createRpc(node) {
  const methods = {
    ...createClusterMethods(node),
    ...createBlockMethods(node),
    ...createHistoryMethods(node),
    ...createAccountMethods(node),
    ...createSendMethods(node),
  };
  return (text) => {
    let body;
    try {
      body = parse(text, null, readNumber);
    } catch {
      return stringify({ jsonrpc: "2.0", error: toError(parseError()), id: null });
    }
    if (!Array.isArray(body)) return stringify(answerCall(methods, body));
    if (body.length === 0) return stringify({ jsonrpc: "2.0", error: toError(invalidRequest()), id: null });
    return stringify(body.map((call) => answerCall(methods, call)));
  };
}
