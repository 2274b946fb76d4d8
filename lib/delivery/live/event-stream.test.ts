import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEventStream, openResponseStream } from "@/lib/delivery/live/event-stream";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decoder = new TextDecoder();

test("writes events in the standard's format, after the reconnection time", async () => {
  const stream = openEventStream(() => {});
  stream.send({ name: null, data: '{"key":"a"}' });
  stream.send({ name: "bye", data: "1" });
  stream.end();
  const text = await new Response(stream.body).text();
  expect(text).toMatch(/^retry: [23][0-9]{3}\n\ndata: \{"key":"a"\}\n\nevent: bye\ndata: 1\n\n$/);
});

test("sends a heartbeat that scripts can hear every 15 seconds", async () => {
  const stream = openEventStream(() => {});
  const reader = stream.body.getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(decoder.decode((await reader.read()).value)).toBe("event: beat\ndata: 1\n\n");
  stream.end();
  expect((await reader.read()).done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("reports a reader's departure once and leaves nothing running", async () => {
  const onEnd = vi.fn();
  const stream = openEventStream(onEnd);
  await stream.body.cancel();
  stream.send({ name: null, data: "late" });
  stream.end();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("disconnects a reader that does not read before events pile up", async () => {
  const onEnd = vi.fn();
  const stream = openEventStream(onEnd, 10);
  for (let n = 0; n < 100; n += 1) stream.send({ name: null, data: String(n) });
  expect(onEnd).toHaveBeenCalledTimes(1);
  await expect(new Response(stream.body).text()).rejects.toThrow();
});

/** Runs `act` with a response of a real server whose client does not read. */
async function withResponse(act: (response: ServerResponse) => Promise<void>) {
  vi.useRealTimers();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: "127.0.0.1", agent: false }).on("error", () => {});
  client.end();
  const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  try {
    await act(response);
  } finally {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The same with a client that reads everything: `text` resolves with it when the response ends. */
async function withReader(act: (response: ServerResponse, text: Promise<string>) => Promise<void>) {
  vi.useRealTimers();
  let whenAsked: (response: ServerResponse) => void = () => {};
  const asked = new Promise<ServerResponse>((resolve) => {
    whenAsked = resolve;
  });
  const server = createServer((_, response) => whenAsked(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const text = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).then((answer) => answer.text());
  await act(await asked, text);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test("as a response writes nothing before it starts, and then the same text", async () => {
  await withReader(async (response, text) => {
    const stream = openResponseStream(response, () => {});
    stream.send({ name: null, data: "first" });
    expect(response.headersSent).toBe(false);
    stream.start({ "Content-Type": "text/event-stream" });
    stream.send({ name: "bye", data: "1" });
    stream.end();
    expect(await text).toMatch(/^retry: [23][0-9]{3}\n\ndata: first\n\nevent: bye\ndata: 1\n\n$/);
  });
});

test("as a response that ended before it started is ended when it starts", async () => {
  await withReader(async (response, text) => {
    const stream = openResponseStream(response, () => {});
    stream.end();
    stream.start({});
    expect(await text).toMatch(/^retry: /);
  });
});

test("as a response disconnects a reader that does not read before its events take memory", async () => {
  await withResponse(async (response) => {
    const onEnd = vi.fn();
    const stream = openResponseStream(response, onEnd);
    stream.start({});
    let most = 0;
    for (let n = 0; n < 10_000 && onEnd.mock.calls.length === 0; n += 1) {
      stream.send({ name: null, data: "x".repeat(8_000) });
      most = Math.max(most, response.writableLength);
    }
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(response.destroyed).toBe(true);
    expect(most).toBeLessThan(64 * 1024);
    stream.end();
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});

test("as a response notices a reader that goes, also one that had gone before", async () => {
  await withResponse(async (response) => {
    const [first, second] = [vi.fn(), vi.fn()];
    openResponseStream(response, first).start({});
    response.destroy();
    await once(response, "close");
    expect(first).toHaveBeenCalledTimes(1);
    const late = openResponseStream(response, second);
    expect(second).toHaveBeenCalledTimes(1);
    late.send({ name: null, data: "late" });
    late.end();
  });
});
