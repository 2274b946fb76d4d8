/** Forwards requests to nodes and counts them. */
import { createServer, request } from "node:http";

/** Method names in a JSON-RPC body, which may contain several. */
const METHOD = /"method":"([^"]+)"/g;

/**
 * Returns `{ through, calls, stop }`: `through(name, url)` is the URL of the node behind the proxy,
 * `calls` the request counts by `name method`.
 */
export async function startCountingProxy() {
  const calls = new Map();
  const targets = new Map();
  const server = createServer((incoming, outgoing) => {
    const [, name, ...path] = incoming.url.split("/");
    const target = targets.get(name);
    let body = "";
    incoming.on("data", (chunk) => {
      body += chunk;
    });
    incoming.on("end", () => {
      const methods = [...body.matchAll(METHOD)].map(([, method]) => method);
      const key = `${name} ${methods.length > 0 ? methods.join("+") : `/${path.join("/")}`}`;
      calls.set(key, (calls.get(key) ?? 0) + 1);
    });
    const { method, headers } = incoming;
    const to = { host: target.hostname, port: target.port, method, path: `/${path.join("/")}` };
    const passed = request({ ...to, headers: { ...headers, host: target.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    calls,
    through(name, url) {
      const target = new URL(url);
      targets.set(name, target);
      const own = new URL(url);
      own.host = `127.0.0.1:${server.address().port}`;
      own.pathname = `/${name}${target.pathname}`;
      return own.href;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
