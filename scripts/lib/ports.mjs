/** Free TCP ports on the loopback address. */
import { createServer } from "node:net";

function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address();
      server.close(() => resolve(taken));
    });
  });
}

/** Returns whether nothing listens on the port. */
export async function isPortFree(port, host = "127.0.0.1") {
  try {
    await listen(port, host);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the preferred port if it is free, else any free one. Another process may still take it
 * before it is used: retry then.
 */
export async function findFreePort(preferred, host = "127.0.0.1") {
  if (preferred && (await isPortFree(preferred, host))) return preferred;
  return listen(0, host);
}
