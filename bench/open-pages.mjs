#!/usr/bin/env node
/**
 * `npm run bench -- open-pages [--pages 5000]`: so many payment pages, each of an invoice of its
 * own, are open at one web process, and one transaction changes them all. Prints the memory of the
 * web process before the pages are opened, with them, and after the change, and how long the change
 * takes to reach the first, the middle and the last page. The last line is the result as JSON. Exit
 * code 1 when the process takes over 400 MB or the last page waits for over a second.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { inLanes } from "./lib/load.mjs";
import { createInvoice } from "./lib/signed-call.mjs";

const { values } = parseArgs({ options: { pages: { type: "string", default: "5000" } } });
const PAGES = Number(values.pages);
const GOALS = { megabytes: 400, seconds: 1 };
const AT_ONCE = 16;
const WAIT_MS_MAX = 120_000;
/** For the first redrawing of each page, which is due when its stream begins. */
const CALM_MS = 10_000;

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens a page's stream. `heard` has the moment of its last event that is not a heartbeat. */
function openStream(baseUrl, uuid) {
  const stream = { heard: 0 };
  return new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/pay/${uuid}/events?lang=en`, { agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`Answered ${response.statusCode}`));
      response.setEncoding("utf8");
      response.on("data", (text) => {
        if (text.includes("data: ") && !text.includes("event: beat")) stream.heard = performance.now();
      });
      response.on("error", () => undefined);
      resolve(Object.assign(stream, { close: () => response.destroy() }));
    });
    request.on("error", reject);
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

async function until(isTrue, what) {
  const deadline = performance.now() + WAIT_MS_MAX;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(what);
    await pause(20);
  }
}

const settings = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  ADDRESS_LIMIT_FACTOR: "0",
  PAGE_LISTENERS_MAX: String(PAGES),
  WEB_PROCESSES: "1",
  LOG_LEVEL: "warn",
};
const started = await startBenchGateway({ codes: ["eth"], poolSize: PAGES + 50, settings });
try {
  const uuids = [];
  await inLanes(AT_ONCE, PAGES, async (index) => {
    const terms = { amount: "25", currency: "USDT", network: "eth", order_id: randomUUID(), lifetime: 43_200 };
    uuids[index] = (await createInvoice(started, terms)).uuid;
  });
  const memory = { closed: residentMb(started.web.pid) };
  const streams = [];
  await inLanes(AT_ONCE, PAGES, async (index) => {
    streams[index] = await openStream(started.baseUrl, uuids[index]);
  });
  await pause(CALM_MS);
  memory.open = residentMb(started.web.pid);
  const at = performance.now();
  await started.client.query("UPDATE invoices SET expires_at = expires_at + interval '10 minutes' WHERE id = ANY($1)", [
    uuids,
  ]);
  const committed = performance.now();
  await until(() => streams.every(({ heard }) => heard > at), "Not every page was told of the change");
  memory.changed = residentMb(started.web.pid);
  const seconds = streams.map(({ heard }) => Math.max(0, heard - committed) / 1000).sort((a, b) => a - b);
  for (const { close } of streams) close();
  const result = {
    pages: PAGES,
    memory,
    first: seconds[0],
    median: seconds[Math.floor(PAGES / 2)],
    last: seconds[PAGES - 1],
  };
  console.log(
    `${memory.closed.toFixed(0)} MB; with ${PAGES} open pages ${memory.open.toFixed(0)} MB; after a change of all ${memory.changed.toFixed(0)} MB`,
  );
  console.log(
    `it reached the first page after ${result.first.toFixed(2)} s, the middle one after ${result.median.toFixed(2)} s, the last after ${result.last.toFixed(2)} s`,
  );
  console.log(JSON.stringify(result));
  process.exitCode = memory.changed <= GOALS.megabytes && result.last <= GOALS.seconds ? 0 : 1;
} finally {
  await started.stop();
}
