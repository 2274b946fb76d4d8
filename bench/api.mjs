#!/usr/bin/env node
/**
 * `npm run bench -- api [--rounds 5] [--seconds 2] [--only create,info] [--web 2] [--peer FILE]`:
 * measures the machine API and the payment page against the floor (bench/lib/floor-server.mjs) and
 * optionally another gateway, round after round. Prints requests per second, the 99th percentile,
 * the CPU time per request in the web processes (`--web`), and the ratios with their ranges; the
 * last line is the result as JSON.
 *
 * `--peer FILE`: a module that exports `start()`, which returns `{ measures: { create: (n) =>
 * request, ... }, baseUrl, stop }`, with requests as undici expects them.
 */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { treeCpuSeconds } from "./lib/cpu-seconds.mjs";
import { startFloor } from "./lib/floor.mjs";
import { drive, median, openPool } from "./lib/load.mjs";
import { signedCall } from "./lib/signed-call.mjs";

const LANES = 16;
const WARM_UP_MS = 3_000;
const MADE_BEFORE = 500;
const OPEN_PAGES = 100;
/** The floor's request to compare each measure with. */
const FLOOR_OF = { create: "create", "same-order-id": "read", info: "read", list: "read", page: "read" };

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    pool: { type: "string", default: "60000" },
    only: { type: "string", default: Object.keys(FLOOR_OF).join(",") },
    peer: { type: "string" },
    web: { type: "string", default: "1" },
  },
});
const ROUND_MS = Number(values.seconds) * 1000;
const MEASURES = values.only.split(",");

function requestsOf({ merchant }) {
  const signed = (path, parameters) => signedCall(merchant, path, parameters);
  const order = (order_id) =>
    signed("/v1/payment", {
      amount: "25",
      currency: "USD",
      to_currency: "USDT",
      network: "eth",
      order_id,
      url_callback: "http://127.0.0.1:9/cb",
    });
  const uuids = [];
  return {
    prepare: async (pool) => {
      for (let n = 0; n < MADE_BEFORE; n += 1) {
        const { body } = await pool.request(order(`order-${n}`));
        uuids.push((await body.json()).result.uuid);
      }
    },
    create: () => order(randomUUID()),
    "same-order-id": (n) => order(`order-${n % MADE_BEFORE}`),
    info: (n) => signed("/v1/payment/info", { uuid: uuids[n % MADE_BEFORE] }),
    list: () => signed("/v1/payment/list", {}),
    // Few enough that each page was rendered before the clock starts.
    page: (n) => ({ path: `/pay/${uuids[n % OPEN_PAGES]}`, method: "GET", headers: { "accept-encoding": "gzip" } }),
  };
}

function floorRequests({ merchant }) {
  const headers = { "content-type": "application/json" };
  const post = (path, parameters) => ({ path, method: "POST", headers, body: JSON.stringify(parameters) });
  const made = [];
  return {
    prepare: async (pool) => {
      for (let n = 0; n < MADE_BEFORE; n += 1) {
        const { body } = await pool.request(
          post("/create", { merchant: merchant.uuid, order_id: `order-${n}`, url_callback: "http://127.0.0.1:9/cb" }),
        );
        made.push((await body.json()).result.uuid);
      }
    },
    create: () =>
      post("/create", { merchant: merchant.uuid, order_id: randomUUID(), url_callback: "http://127.0.0.1:9/cb" }),
    read: (n) => post("/read", { merchant: merchant.uuid, uuid: made[n % MADE_BEFORE] }),
  };
}

/** One side of the comparison: its load, and the CPU time of its own process. */
async function sideOf(baseUrl, pid, requests) {
  const pool = openPool(baseUrl, LANES);
  await requests.prepare?.(pool);
  return {
    has: (name) => requests[name] !== undefined,
    drive: async (name, ms) => {
      const before = pid === undefined ? 0 : treeCpuSeconds(pid);
      const result = await drive(pool, { lanes: LANES, ms, request: requests[name] });
      const cpu = pid === undefined ? 0 : treeCpuSeconds(pid) - before;
      return { ...result, cpuMs: (cpu * 1000) / result.count };
    },
    close: () => pool.close(),
  };
}

async function measure(name, { gateway, floor, peer }) {
  const floorName = FLOOR_OF[name];
  const sides = { product: [gateway, name], floor: [floor, floorName], ...(peer?.has(name) && { peer: [peer, name] }) };
  for (const [side, what] of Object.values(sides)) await side.drive(what, WARM_UP_MS);
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const one = {};
    for (const [title, [side, what]] of Object.entries(sides)) one[title] = await side.drive(what, ROUND_MS);
    rounds.push(one);
  }
  const over = (pick) => {
    const all = rounds.map(pick);
    return { median: median(all), least: Math.min(...all), most: Math.max(...all) };
  };
  return {
    perSecond: over(({ product }) => product.perSecond),
    p99: over(({ product }) => product.p99),
    cpuMs: over(({ product }) => product.cpuMs),
    floor: over((round) => round.floor.perSecond),
    floorCpuMs: over((round) => round.floor.cpuMs),
    ofFloor: over((round) => round.product.perSecond / round.floor.perSecond),
    ...(rounds[0]?.peer && { ofPeer: over((round) => round.product.perSecond / round.peer.perSecond) }),
  };
}

const range = ({ median: middle, least, most }, digits) =>
  `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;

function show(name, it) {
  const peer = it.ofPeer ? `, ${range(it.ofPeer, 2)} of the peer` : "";
  console.log(
    `${name.padEnd(14)} ${range(it.perSecond, 0)}/s, p99 ${range(it.p99, 0)} ms, ${it.cpuMs.median.toFixed(2)} CPU-ms; floor ${range(it.floor, 0)}/s, ${it.floorCpuMs.median.toFixed(2)} CPU-ms; ${range(it.ofFloor, 2)} of the floor${peer}`,
  );
}

let peerProcess;
const settings = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  RATE_AGE_MAX_S: "100000",
  ADDRESS_LIMIT_FACTOR: "0",
  LOG_LEVEL: "warn",
  WEB_PROCESSES: values.web,
};
const started = await startBenchGateway({ codes: ["eth"], poolSize: Number(values.pool), settings });
let floorProcess;
try {
  // The address pool is full; the worker must not affect the measurement.
  await started.stopWorker();
  floorProcess = await startFloor(started);
  const gateway = await sideOf(started.baseUrl, started.web.pid, requestsOf(started));
  const floor = await sideOf(floorProcess.baseUrl, floorProcess.pid, floorRequests(started));
  peerProcess = values.peer && (await (await import(pathToFileURL(resolve(values.peer)).href)).start());
  const peer = peerProcess && (await sideOf(peerProcess.baseUrl, undefined, peerProcess.measures));
  const results = {};
  for (const name of MEASURES) {
    results[name] = await measure(name, { gateway, floor, peer });
    show(name, results[name]);
  }
  for (const side of [gateway, floor, peer]) await side?.close();
  console.log(JSON.stringify(results, (_, value) => (typeof value === "number" ? Number(value.toFixed(3)) : value)));
} finally {
  await peerProcess?.stop();
  await floorProcess?.stop();
  await started.stop();
}
