/** A closed loop of requests over keep-alive connections. */
import { Pool } from "undici";

export function openPool(baseUrl, connections) {
  return new Pool(baseUrl, { connections, pipelining: 1 });
}

/**
 * Runs `request(n)` (the request as undici expects it) in `lanes` loops for `ms`. Returns requests
 * per second and the 99th percentile in milliseconds. @throws Error for a response other than 200
 */
export async function drive(pool, { lanes, ms, request }) {
  const latencies = [];
  const begun = performance.now();
  const until = begun + ms;
  let sent = 0;
  const lane = async () => {
    while (performance.now() < until) {
      sent += 1;
      const started = performance.now();
      const { statusCode, body } = await pool.request(request(sent));
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`Answered ${statusCode}: ${text.slice(0, 300)}`);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  latencies.sort((a, b) => a - b);
  return {
    count: latencies.length,
    perSecond: latencies.length / ((performance.now() - begun) / 1000),
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Calls `work` with each index below `count`, `lanes` calls at a time. */
export async function inLanes(lanes, count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
