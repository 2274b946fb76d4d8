/** Free TCP ports on the loopback address. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range from which systems choose the ports of outgoing connections and of servers that
 * accept any (from 32768 on Linux, from 49152 elsewhere): those never take a port found here.
 */
const FOUND_FROM = 20_000;
const FOUND_TO = 32_000;
const ATTEMPTS = 50;

/** What this process has found: the caller may not listen there yet. */
const found = new Set();

/**
 * Listens on the port until the returned function is called: nothing else can take it meanwhile.
 * @throws Error if it is in use
 */
export async function holdPort(port, host = "127.0.0.1") {
  const server = createServer((socket) => socket.destroy());
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Returns whether nothing listens on the port. */
export async function isPortFree(port, host = "127.0.0.1") {
  try {
    const release = await holdPort(port, host);
    await release();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the preferred port if it is free, else another one that is, never the same twice. Another
 * process may still take it before it is used: retry then. @throws Error if none is found
 */
export async function findFreePort(preferred, host = "127.0.0.1") {
  if (preferred && (await isPortFree(preferred, host))) return preferred;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FOUND_FROM, FOUND_TO);
    if (found.has(port) || !(await isPortFree(port, host))) continue;
    found.add(port);
    return port;
  }
  throw new Error("no free port");
}
