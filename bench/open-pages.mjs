#!/usr/bin/env node
/**
 * `npm run bench -- open-pages [--pages 5000] [--changes 5] [--profile FOLDER]`: so many payment
 * pages, each of an invoice of its own, are open at one web process, and one transaction changes
 * them all, several times. Prints the memory of the web process before the pages are opened, with
 * them, after the changes and after they were closed; how long a change takes to reach the first,
 * the middle and the last page; and the processor time of the web process for a change and while
 * nothing changes. This program reads all streams on the same machine, with as little work as it
 * can. `--profile` writes a CPU profile of the web process. The last line is the result as JSON.
 * Exit code 1 when the process takes over 400 MB, or the last page waits for over a second in the
 * median change.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitUntil } from "../scripts/lib/wait-until.mjs";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { treeCpuSeconds } from "./lib/cpu-seconds.mjs";
import { inLanes, median } from "./lib/load.mjs";
import { createInvoice } from "./lib/signed-call.mjs";

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "5000" },
    changes: { type: "string", default: "5" },
    profile: { type: "string" },
  },
});
const PAGES = Number(values.pages);
const GOALS = { megabytes: 400, seconds: 1 };
const AT_ONCE = 16;
const WAIT_MS_MAX = 60_000;
/** For what opening the pages has left to do. */
const SETTLE_MS = 5_000;
/** Every open page is checked, and hears a heartbeat, once in it. */
const CALM_MS = 15_000;
const CLOSED_MS = 20_000;
const IS_NEWS = Buffer.from("data: {");

/** Opens a page's stream. `heard` is the moment of its last event that is not a heartbeat. */
function openStream(baseUrl, uuid) {
  const { hostname, port } = new URL(baseUrl);
  const stream = { heard: 0, close: () => socket.destroy() };
  const socket = connect(Number(port), hostname);
  socket.write(`GET /pay/${uuid}/events?lang=en HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on("data", (bytes) => {
      if (stream.heard === 0 && bytes.includes("HTTP/1.1 ") && !bytes.includes("HTTP/1.1 200"))
        return reject(new Error(bytes.toString("latin1").split("\r\n")[0]));
      if (!bytes.includes(IS_NEWS)) return;
      stream.heard = performance.now();
      resolve(stream);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("A stream has ended")));
  });
}

/** `npm start` runs the process that serves as its child. */
function servingPids(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? [pid] : children.split(" ").map(Number);
}

function residentMb(pid) {
  const kilobytes = (one) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1] ?? 0);
  return servingPids(pid).reduce((sum, one) => sum + kilobytes(one) / 1024, 0);
}

const settings = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  ADDRESS_LIMIT_FACTOR: "0",
  PAGE_LISTENERS_MAX: String(PAGES),
  WEB_PROCESSES: "1",
  LOG_LEVEL: "warn",
};
const webFlags = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : [];
const started = await startBenchGateway({ codes: ["eth"], poolSize: PAGES + 50, settings, webFlags });
const { client, web } = started;

/** Moves the expiry of every invoice by one statement; returns when each page was told of it. */
async function change(uuids, streams) {
  const cpu = treeCpuSeconds(web.pid);
  const at = performance.now();
  await client.query("UPDATE invoices SET expires_at = expires_at + interval '10 minutes' WHERE id = ANY($1)", [uuids]);
  const committed = performance.now();
  await waitUntil(
    "every page to be told of the change",
    () => streams.every(({ heard }) => heard > at),
    WAIT_MS_MAX,
    20,
  );
  const seconds = streams.map(({ heard }) => Math.max(0, heard - committed) / 1000).sort((a, b) => a - b);
  return {
    first: seconds[0],
    middle: seconds[Math.floor(PAGES / 2)],
    last: seconds[PAGES - 1],
    cpu: treeCpuSeconds(web.pid) - cpu,
  };
}

try {
  const uuids = [];
  await inLanes(AT_ONCE, PAGES, async (index) => {
    const terms = { amount: "25", currency: "USDT", network: "eth", order_id: randomUUID(), lifetime: 43_200 };
    uuids[index] = (await createInvoice(started, terms)).uuid;
  });
  const memory = { closed: residentMb(web.pid) };
  const streams = [];
  const opening = performance.now();
  await inLanes(AT_ONCE, PAGES, async (index) => {
    streams[index] = await openStream(started.baseUrl, uuids[index]);
  });
  const opened = (performance.now() - opening) / 1000;
  await pause(SETTLE_MS);
  memory.open = residentMb(web.pid);
  const cpu = treeCpuSeconds(web.pid);
  await pause(CALM_MS);
  const idle = ((treeCpuSeconds(web.pid) - cpu) / CALM_MS) * 1000;
  const changes = [];
  for (let n = 0; n < Number(values.changes); n += 1) {
    changes.push(await change(uuids, streams));
    await pause(1_000);
  }
  memory.changed = residentMb(web.pid);
  for (const { close } of streams) close();
  await pause(CLOSED_MS);
  memory.after = residentMb(web.pid);
  const of = (name) => median(changes.map((one) => one[name]));
  const result = { pages: PAGES, memory, opened, idle, changes, last: of("last") };
  const mb = (name) => `${memory[name].toFixed(0)} MB`;
  console.log(
    `${mb("closed")}; with ${PAGES} open pages ${mb("open")}; after ${changes.length} changes of all ${mb("changed")}; after closing them ${mb("after")}`,
  );
  console.log(`opening them took ${opened.toFixed(1)} s; while nothing changes they take ${idle.toFixed(2)} of a core`);
  console.log(
    `a change reached the first page after ${of("first").toFixed(2)} s, the middle one after ${of("middle").toFixed(2)} s, the last after ${of("last").toFixed(2)} s (medians), and took ${of("cpu").toFixed(2)} s of the web process`,
  );
  console.log(JSON.stringify(result));
  process.exitCode = memory.changed <= GOALS.megabytes && result.last <= GOALS.seconds ? 0 : 1;
} finally {
  await started.stop();
}
