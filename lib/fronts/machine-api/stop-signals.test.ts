import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import { stopAtSignals } from "@/lib/fronts/machine-api/web-server";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const;

test("a hangup of a single process ends it gently, with the status of SIGTERM", async () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const earlier = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const closePages = vi.fn(async () => undefined);
  const server = createServer().listen(0, "127.0.0.1");
  try {
    stopAtSignals(server, closePages);
    process.emit("SIGHUP");
    await expect.poll(() => exit.mock.calls).toEqual([[143]]);
    expect(closePages).toHaveBeenCalledOnce();
    expect(server.listening).toBe(false);
  } finally {
    exit.mockRestore();
    for (const [signal, kept] of earlier)
      for (const listener of process.listeners(signal))
        if (!kept.includes(listener)) process.removeListener(signal, listener);
  }
});
