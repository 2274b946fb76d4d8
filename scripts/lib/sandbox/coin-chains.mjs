/** Bitcoin-like sandbox networks: one litecoind each, also in place of Bitcoin's node. */
import { join } from "node:path";
import { findLitecoind, startLitecoind } from "./litecoind.mjs";
import { SANDBOX_FAMILIES } from "./networks.mjs";
import { startPayServer } from "./pay-server.mjs";

/**
 * Returns null if they can be started, else a sentence that says what is missing and how to get it.
 */
export function coinChainsBlocker(codes) {
  if (findLitecoind() !== null) return null;
  const command = "apt-get install --no-install-recommends litecoind";
  return `no litecoind here, so the sandbox goes without ${codes.join(" and ")}. Debian, Ubuntu: ${command}`;
}

/** Starts one of them; parameters and result are those of every family (see sandbox-chains.mjs). */
export async function startCoinChain(code, { folder, logFile, memory, onSpawn }) {
  const options = { network: code, folder: join(folder, code), logFile, onSpawn };
  let node = await startLitecoind({ ...options, port: memory.port });
  const { port, rpcUrl, child } = node;
  try {
    const server = await startPayServer({ port: memory.payPort, send: (payment) => node.send(payment) });
    const restart = async () => {
      node = await startLitecoind({ ...options, port, isPortFixed: true });
      return node.child;
    };
    const close = async () => {
      await server.stop();
      await node.stop();
    };
    return {
      node: { child, restart, stop: close, close },
      description: { family: SANDBOX_FAMILIES[code], rpcUrl, payUrl: server.payUrl, tokens: {} },
      memory: { port, payPort: server.port },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}
