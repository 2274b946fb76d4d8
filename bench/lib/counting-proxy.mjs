/** Passes requests on to nodes and counts them. */
import { createServer, request } from "node:http";

/** A call's name begins its body in every family that posts JSON; it is near the start in all that we send. */
const METHOD = /"method":"([^"]+)"/g;

/**
 * Answers `{ through, counts, calls, stop }`: `through(name, url)` the address of the same node behind the proxy, `counts` requests so far by
 * name, `calls` the same by name and what was asked.
 */
export async function startCountingProxy() {
  const [counts, calls] = [new Map(), new Map()];
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  const targets = new Map();
  const server = createServer((incoming, outgoing) => {
    const [, name, ...path] = incoming.url.split("/");
    const target = targets.get(name);
    add(counts, name);
    let body = "";
    incoming.on("data", (chunk) => {
      body += chunk;
    });
    incoming.on("end", () => {
      const methods = [...body.matchAll(METHOD)].map(([, method]) => method);
      add(calls, `${name} ${methods.length > 0 ? methods.join("+") : `/${path.join("/")}`}`);
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
    counts,
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
