/** JSON-RPC with a Bitcoin-like node. */

const TIMEOUT_MS = 30_000;

/**
 * Makes one call; user and password are those of the URL. @throws Error with the node's own
 * message, and its `code`
 */
export async function callCoinNode(rpcUrl, method, ...params) {
  const target = new URL(rpcUrl);
  const credentials = Buffer.from(`${target.username}:${target.password}`).toString("base64");
  target.username = "";
  target.password = "";
  const response = await fetch(target, {
    method: "POST",
    // A stopping node waits for connections that are kept open.
    headers: { "content-type": "application/json", authorization: `Basic ${credentials}`, connection: "close" },
    body: JSON.stringify({ jsonrpc: "1.0", id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  // Errors of the server itself (a wrong password, too many calls) are not JSON.
  const { result, error } = text.startsWith("{") ? JSON.parse(text) : { error: { message: text || response.status } };
  if (error) throw Object.assign(new Error(`${method}: ${error.message}`), { code: error.code });
  return result;
}
