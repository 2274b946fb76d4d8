/** Passes requests on to nodes and counts them. */
import { createServer, request } from "node:http";

/** Answers `{ through, counts, stop }`: `through(name, url)` the address of the same node behind the proxy, `counts` requests so far by name. */
export async function startCountingProxy() {
  const counts = new Map();
  const targets = new Map();
  const server = createServer((incoming, outgoing) => {
    const [, name, ...path] = incoming.url.split("/");
    const target = targets.get(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
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
