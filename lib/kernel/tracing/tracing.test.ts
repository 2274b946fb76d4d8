import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { openExporter } from "@/lib/kernel/tracing/otel-exporter";
import { openRecorder, type RecorderSettings } from "@/lib/kernel/tracing/otel-recorder";
import { setRecorder } from "@/lib/kernel/tracing/recorder";
import { startTracing, stopTracing } from "@/lib/kernel/tracing/start-tracing";
import { type Collector, startCollector } from "@/lib/kernel/tracing/testing/collector";
import { traced, tracedCall, tracedRequest } from "@/lib/kernel/tracing/traced";
import { currentTrace, logMembers, noteCreated, outsideWork } from "@/lib/kernel/work-context";

const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const WAIT_MS = 20_000;
const hex = (id: string) => id.replaceAll("-", "");
const request = (id: string) => ({ id, method: "POST", route: "/v1/payment", address: null });

let collector: Collector | undefined;
afterEach(async () => {
  await stopTracing();
  await collector?.close();
  collector = undefined;
  vi.restoreAllMocks();
});

async function record(more: Partial<RecorderSettings> = {}, answer?: (response: ServerResponse) => void) {
  collector = await startCollector(answer);
  const settings = { endpoint: collector.url, sampler: "always_on", ratio: 1, service: "chaintill-web", ...more };
  setRecorder(openRecorder(settings));
  return collector;
}

describe("a trace", () => {
  test("of an object begins with the request that created it; later steps of any process follow", async () => {
    const { spans } = await record();
    const [requestId, invoiceId] = [randomUUID(), randomUUID()];
    await tracedRequest(request(requestId), async () => {
      noteCreated("invoice", invoiceId);
      return { status: 200 };
    });
    await traced({ name: "job settle-deposits", about: invoiceId }, () => tracedCall("node", {}, async () => 1));
    await stopTracing();
    const find = (name: string, trace: string) =>
      spans.find((span) => span.name === name && span.traceId === hex(trace));
    const own = find("POST /v1/payment", requestId);
    expect(own).toMatchObject({ parentSpanId: undefined, links: [hex(invoiceId)] });
    expect(own?.attributes).toMatchObject({ "http.route": "/v1/payment", "http.response.status_code": 200 });
    const created = find("POST /v1/payment", invoiceId);
    const job = find("job settle-deposits", invoiceId);
    const node = find("node", invoiceId);
    expect(created).toMatchObject({ parentSpanId: undefined, links: [hex(requestId)] });
    expect(created?.attributes["chaintill.object"]).toBe("invoice");
    expect(job?.parentSpanId).toBe(created?.spanId);
    expect(node?.parentSpanId).toBe(job?.spanId);
  });

  test("of each of several objects has the step that they share, linked to the first", async () => {
    const { spans } = await record();
    const [first, second] = [randomUUID(), randomUUID()];
    await traced({ name: "send sign", about: first, also: [second] }, async (set) =>
      set({ "chaintill.outcome": "signed" }),
    );
    await stopTracing();
    expect(
      spans.map(({ traceId, links }) => ({ traceId, links })).toSorted((a, b) => a.links.length - b.links.length),
    ).toEqual([
      { traceId: hex(first), links: [] },
      { traceId: hex(second), links: [hex(first)] },
    ]);
  });

  test("is recorded by all processes or by none, in the part that the ratio says", async () => {
    const { spans } = await record({ sampler: "parentbased_traceidratio", ratio: 0.5 });
    const ids = Array.from({ length: 300 }, () => randomUUID());
    const requests = ids.map(async (id) => {
      await tracedRequest(request(randomUUID()), async () => {
        noteCreated("invoice", id);
        return { status: 200 };
      });
    });
    await Promise.all(requests);
    await stopTracing();
    const { spans: later } = await recordAgain(0.5);
    for (const id of ids) await traced({ name: "job", about: id }, async () => undefined);
    await stopTracing();
    const ofWeb = ids.filter((id) => spans.some(({ traceId }) => traceId === hex(id)));
    const ofWorker = ids.filter((id) => later.some(({ traceId }) => traceId === hex(id)));
    expect(ofWorker).toEqual(ofWeb);
    expect(ofWeb.length).toBeGreaterThan(75);
    expect(ofWeb.length).toBeLessThan(225);
  });

  test("has only the kind of an error, never its message", async () => {
    const received = await record();
    const failing = traced({ name: "job", about: randomUUID() }, async () => {
      throw new TypeError("25.00 to 0xSECRET");
    });
    await expect(failing).rejects.toThrow("0xSECRET");
    await stopTracing();
    expect(received.spans).toMatchObject([{ isError: true, attributes: { "error.type": "TypeError" } }]);
    expect(received.text()).not.toMatch(/SECRET|25\.00|tracing\.test/);
  });
});

async function recordAgain(ratio: number): Promise<Collector> {
  await collector?.close();
  return record({ sampler: "traceidratio", ratio, service: "chaintill-worker" });
}

describe("a collector that does not work", () => {
  test("changes no result, and its failure is logged once, until it works again", async () => {
    const said: unknown[][] = [];
    for (const level of ["warn", "info"] as const)
      vi.spyOn(log(), level).mockImplementation((...line: unknown[]) => void said.push(line));
    let status = 400;
    const { url } = await record({}, (response) => response.writeHead(status).end("{}"));
    const { export: send } = openExporter({ endpoint: url });
    const codes: number[] = [];
    for (status of [400, 400, 200, 200])
      await new Promise<void>((resolve) => send([], ({ code }) => resolve(void codes.push(code))));
    expect(codes).toEqual([1, 1, 0, 0]);
    expect(said).toEqual([
      [{ reason: "400" }, "traces do not reach their collector"],
      ["traces reach their collector again"],
    ]);
    await collector?.close();
    expect(await traced({ name: "job", about: randomUUID() }, async () => 7)).toBe(7);
  });

  test("that answers late gets the queue at most: further spans were dropped", async () => {
    let held: ServerResponse[] | null = [];
    const answer = (response: ServerResponse) => void response.writeHead(200).end("{}");
    const received = await record({}, (response) => (held === null ? answer(response) : void held.push(response)));
    for (let index = 0; index < 3 * QUEUE_MAX; index += 1)
      await traced({ name: "job", about: randomUUID() }, async () => undefined);
    await vi.waitFor(() => expect(held).toHaveLength(1), WAIT_MS);
    const late = held;
    held = null;
    late.forEach(answer);
    await vi.waitFor(() => expect(received.spans.length).toBeGreaterThanOrEqual(QUEUE_MAX), WAIT_MS);
    await stopTracing();
    expect(received.spans.length).toBeLessThanOrEqual(QUEUE_MAX + BATCH_MAX);
  });
});

describe("the id of log lines", () => {
  test("is that of the request until its object is known, also without traces", async () => {
    await startTracing("chaintill-web");
    const [requestId, id] = [randomUUID(), randomUUID()];
    const seen: unknown[] = [];
    await tracedRequest(request(requestId), async () => {
      seen.push(logMembers());
      noteCreated("invoice", id);
      await outsideWork(async () => seen.push(logMembers()));
      seen.push(logMembers(), currentTrace());
      return { status: 200 };
    });
    expect(seen).toEqual([{ requestId, trace: requestId }, {}, { requestId, trace: id }, id]);
    await traced({ name: "job", about: id }, async () => seen.push(logMembers()));
    expect(seen.at(-1)).toEqual({ trace: id });
    expect(logMembers()).toEqual({});
  });
});
