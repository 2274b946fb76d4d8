import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEventStream } from "@/lib/delivery/live/stream-page";

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
