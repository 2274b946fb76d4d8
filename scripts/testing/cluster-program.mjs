/**
 * A small program for the test of web-cluster.mjs: responds with its process id, and exits on
 * SIGTERM or SIGUSR2 once requests in progress are answered. The file that it is given, if it
 * exists at its start, makes it never listen (`hangs`), ignore SIGUSR2 (`deaf`), or exit (anything
 * else).
 */
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { runCluster } from "../lib/web-cluster.mjs";

const GIVE_BACK_MS = 500;
const LISTEN_MS_MAX = 5_000;
const RETIRE_MS_MAX = 3_000;
const [count, port, obstacle] = process.argv.slice(2);
const fault = readFault();
if (cluster.isPrimary) {
  runCluster(Number(count), () => console.log("ready"), { listenMsMax: LISTEN_MS_MAX, retireMsMax: RETIRE_MS_MAX });
} else if (fault === "hangs") {
  console.error("hangs");
  setInterval(() => undefined, 1_000);
} else if (fault !== null && fault !== "deaf") process.exit(7);
else {
  const heard = [];
  process.on("message", (message) => heard.push(message));
  const server = createServer((request, response) => {
    if (request.url === "/say") process.send({ said: process.pid });
    response.setHeader("connection", "close");
    response.end(JSON.stringify({ pid: process.pid, heard }));
  });
  server.listen(Number(port), "127.0.0.1");
  process.on("SIGTERM", () => server.close(() => process.exit(143)));
  // Another connection may be on its way to this process, which then gives it back.
  const retire = () => server.close(() => setTimeout(() => process.exit(0), GIVE_BACK_MS));
  process.on("SIGUSR2", () => fault !== "deaf" && retire());
}

function readFault() {
  try {
    return obstacle ? readFileSync(obstacle, "utf8") : null;
  } catch {
    return null;
  }
}
