/**
 * A small program for the test of web-cluster.mjs: responds with its process id, and exits on
 * SIGTERM or SIGUSR2 once requests in progress are answered. It cannot start while the file that it
 * is given exists.
 */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { runCluster } from "../lib/web-cluster.mjs";

const GIVE_BACK_MS = 500;
const [count, port, obstacle] = process.argv.slice(2);
if (cluster.isPrimary) runCluster(Number(count), () => console.log("ready"));
else if (obstacle && existsSync(obstacle)) process.exit(7);
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
  process.on("SIGUSR2", () => server.close(() => setTimeout(() => process.exit(0), GIVE_BACK_MS)));
}
