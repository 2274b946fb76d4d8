/**
 * The program anvil, an EVM node: the TRON emulator runs contracts in it, and each of the sandbox's
 * EVM networks is one.
 */
import { createRequire } from "node:module";

const RPC_TIMEOUT_MS = 10_000;
const ARCHITECTURES = { x64: "amd64" };

/**
 * Returns the path of the program itself, not npm's wrapper: a signal to the wrapper leaves the
 * node running. @throws Error if it is not installed
 */
export function anvilBinary() {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${program}`);
  } catch (cause) {
    throw new Error(`No anvil for this platform (${name} is missing). Run npm ci without --omit=optional.`, { cause });
  }
}

/** Makes one JSON-RPC call. @throws Error with the node's own message */
export async function callNode(rpcUrl, method, ...params) {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
