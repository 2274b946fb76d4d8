#!/usr/bin/env node
/**
 * Starts the built web part on HOST (default 127.0.0.1: a reverse proxy belongs in front of it) and
 * PORT (default 3000), in as many processes as WEB_PROCESSES says.
 */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { Server } from "node:http";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";
import { runCluster, webProcesses } from "./lib/web-cluster.mjs";

if (![".next/BUILD_ID", "dist/api.mjs"].every((path) => existsSync(join(ROOT, path)))) {
  console.error("The web part is not built yet. Run: npm run build");
  process.exit(1);
}
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.NODE_ENV ||= "production";
process.chdir(ROOT);
const hostname = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || "3000");
const sayReady = () => console.log(`ready on http://${hostname}:${port}`);

const count = orExit(webProcesses);
if (count > 1 && cluster.isPrimary) runCluster(count, sayReady);
else await serve();

async function serve() {
  // Imported only now: both read the settings above when they are loaded.
  const { default: next } = await import("next");
  const api = await import("../dist/api.mjs");

  // Next listens for upgrades, of which there are none here, on the server that it is given: one
  // that never listens. With such a listener Node would leave every request unanswered that merely
  // offers another protocol (`Upgrade: h2c`), as Java's client does.
  const pages = next({ dev: false, dir: ROOT, hostname, port, httpServer: new Server() });
  await pages.prepare();
  const server = orExit(() => api.createServer(pages.getRequestHandler()));
  server.once("error", (error) => {
    console.error(`The web part cannot listen on ${hostname}:${port}: ${error.message}`);
    process.exit(1);
  });
  const listen = () => server.listen(port, hostname, () => cluster.isPrimary && sayReady());
  // Without the database nobody knows whether this version may run: it shows only that it is alive,
  // so that whoever checks that does not kill it.
  let serve = null;
  const hold = () => {
    serve = api.holdBack(server);
    listen();
  };
  const { leave } = await api.join(hold).catch(exitWith);
  await api.startTracing("chaintill-web");
  if (serve === null) listen();
  else serve();
  api.stopAtSignals(server, () => Promise.all([pages.close(), leave()]));
}

function orExit(make) {
  try {
    return make();
  } catch (error) {
    exitWith(error);
  }
}

function exitWith(error) {
  console.error(`The web part cannot start: ${error.message}`);
  process.exit(1);
}
