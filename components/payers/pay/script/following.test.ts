import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const BEAT_MS = 15_000;
const KEY = "as-shown";

/** The browser's end of a stream, controlled by the test. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  beat() {
    this.dispatchEvent(new Event("beat"));
  }
}

let lost: { hidden: boolean };
/** The server's response status to polling. */
let status: number;
let asked: number;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeEventSource.opened = [];
  lost = { hidden: true };
  status = 200;
  asked = 0;
  const elements: Readonly<Record<string, unknown>> = {
    live: { dataset: { key: KEY, state: "/state", events: "/events", page: "/page" } },
    lost,
  };
  const getElementById = (id: string) => elements[id] ?? null;
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, getElementById }));
  const later = (task: () => void, ms: number) => setTimeout(task, ms);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { EventSource: FakeEventSource, setTimeout: later }));
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return Response.json({ key: KEY, text: "Send exactly", isFinal: false }, { status });
  });
  const { startFollowing } = await import("@/components/payers/pay/script/following");
  startFollowing();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the stream opened last. */
function stream(): FakeEventSource {
  const last = FakeEventSource.opened.at(-1);
  if (last === undefined) throw new Error("no stream was opened");
  return last;
}

/** Sends the first message of a stream: the page's current state. */
function speakFirst() {
  stream().onmessage?.({ data: JSON.stringify({ key: KEY, text: "Send exactly", isFinal: false }) });
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function askedWithin(ms: number): Promise<number> {
  const before = asked;
  await pass(ms);
  return asked - before;
}

describe("a page with a stream", () => {
  test("does not poll while heartbeats arrive, however long nothing else does", async () => {
    speakFirst();
    for (let beats = 0; beats < 20; beats += 1) {
      expect(await askedWithin(BEAT_MS)).toBe(0);
      stream().beat();
    }
    expect([FakeEventSource.opened.length, stream().readyState]).toEqual([1, 1]);
  });

  test("treats a stream as dead after 40 seconds of silence, and polls every two seconds", async () => {
    speakFirst();
    await pass(BEAT_MS);
    stream().beat();
    expect(await askedWithin(39_999)).toBe(0);
    expect(stream().readyState).toBe(1);
    await pass(1);
    expect(stream().readyState).toBe(FakeEventSource.CLOSED);
    expect(await askedWithin(10_000)).toBe(5);
  });

  test("reconnects a minute later, and stops polling once the new stream sends", async () => {
    speakFirst();
    await pass(40_000);
    await pass(59_999);
    expect(FakeEventSource.opened).toHaveLength(1);
    await pass(1);
    expect([FakeEventSource.opened.length, stream().readyState]).toEqual([2, 1]);
    // Open is not alive: a dead line may accept a connection and send nothing on it.
    expect(await askedWithin(10_000)).toBe(5);
    speakFirst();
    expect(await askedWithin(39_000)).toBe(0);
  });
});

describe("a page that has to poll", () => {
  test("backs off up to half a minute when it exceeds the rate limit, and reports no loss", async () => {
    status = 429;
    expect(await askedWithin(1_999)).toBe(0);
    expect(await askedWithin(1)).toBe(1);
    for (const wait of [4_000, 8_000, 16_000, 30_000, 30_000]) {
      expect(await askedWithin(wait - 1)).toBe(0);
      expect(await askedWithin(1)).toBe(1);
      expect(lost.hidden).toBe(true);
    }
    status = 200;
    expect(await askedWithin(30_000)).toBe(1);
    expect(await askedWithin(10_000)).toBe(5);
  });

  test("reports a lost gateway after three failures, and takes it back at the first response", async () => {
    status = 503;
    await pass(2_000 + 4_000);
    expect([asked, lost.hidden]).toEqual([2, true]);
    await pass(8_000);
    expect([asked, lost.hidden]).toEqual([3, false]);
    status = 200;
    await pass(16_000);
    expect([asked, lost.hidden]).toEqual([4, true]);
  });
});
