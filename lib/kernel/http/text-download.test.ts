import { expect, test, vi } from "vitest";
import { contentDisposition, downloadResponse } from "@/lib/kernel/http/text-download";

const LIMITS = { millisecondsMax: 60_000 };

function source(pieces: readonly string[], failure?: Error) {
  const onClose = vi.fn();
  async function* generate() {
    try {
      for (const piece of pieces) yield piece;
      if (failure) throw failure;
    } finally {
      onClose();
    }
  }
  return { download: { fileName: "a.csv", contentType: "text/csv; charset=utf-8", pieces: generate() }, onClose };
}

test("sends the complete file, uncached and never executed", async () => {
  const { download, onClose } = source(["a,", "ü\r\n", ""]);
  const response = await downloadResponse(download, LIMITS);
  expect(await response.text()).toBe("a,ü\r\n");
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-disposition": `attachment; filename="a.csv"; filename*=UTF-8''a.csv`,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "text/csv; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("throws an error before the first chunk, and aborts the response on a later one", async () => {
  await expect(downloadResponse(source([], new Error("at once")).download, LIMITS)).rejects.toThrow("at once");
  const response = await downloadResponse(source(["a"], new Error("later")).download, LIMITS);
  await expect(response.text()).rejects.toThrow("later");
});

test("closes the source when the client disconnects, the request ends, or the time limit passes", async () => {
  const left = source(["a", "b"]);
  await (await downloadResponse(left.download, LIMITS)).body?.cancel();
  expect(left.onClose).toHaveBeenCalledTimes(1);

  const gone = new AbortController();
  const over = source(["a", "b"]);
  const response = await downloadResponse(over.download, { ...LIMITS, signal: gone.signal });
  gone.abort();
  await expect(response.text()).rejects.toThrow();
  expect(over.onClose).toHaveBeenCalledTimes(1);

  const slow = source(["a", "b"]);
  const stalled = await downloadResponse(slow.download, { millisecondsMax: 1 });
  await vi.waitFor(() => expect(slow.onClose).toHaveBeenCalledTimes(1));
  await expect(stalled.text()).rejects.toThrow();
});

test("reads nothing before the client consumes it", async () => {
  let read = 0;
  async function* count() {
    for (;;) {
      read += 1;
      yield String(read);
    }
  }
  const response = await downloadResponse({ fileName: "a", contentType: "text/plain", pieces: count() }, LIMITS);
  const reader = response.body?.getReader();
  expect(read).toBe(1);
  await reader?.read();
  await reader?.read();
  expect(read).toBe(2);
  await reader?.cancel();
});

test("a file name cannot end the header or leave its folder", () => {
  expect(contentDisposition('../a"\r\nx: 1;é.csv')).toBe(
    `attachment; filename="-a---x- 1;-.csv"; filename*=UTF-8''-a---x-%201%3B%C3%A9.csv`,
  );
  expect(contentDisposition("..")).toBe(`attachment; filename="download"; filename*=UTF-8''download`);
});
