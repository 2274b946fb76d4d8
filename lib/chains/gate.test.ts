import { describe, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { createGate } from "@/lib/chains/limits";

describe("a gate", () => {
  it("limits concurrency, and lets everything through in the end", async () => {
    const pass = createGate(2);
    let [running, busiest] = [0, 0];
    const work = async () => {
      running += 1;
      busiest = Math.max(busiest, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return "done";
    };
    await expect(pass(() => Promise.reject(new Error("no")), never())).rejects.toThrow("no");
    expect(await Promise.all(Array.from({ length: 20 }, () => pass(work, never())))).toEqual(Array(20).fill("done"));
    expect(busiest).toBe(2);
  });

  it("does not hold a caller that gives up, and passes its slot to the next in the queue", async () => {
    const pass = createGate(1);
    const stopping = new AbortController();
    let end = () => {};
    const first = pass(() => new Promise<void>((resolve) => (end = resolve)), never());
    const impatient = pass(async () => "never", stopping.signal);
    const patient = pass(async () => "mine", never());
    stopping.abort(new Error("the worker stops"));
    await expect(impatient).rejects.toThrow("the worker stops");
    end();
    await first;
    expect(await patient).toBe("mine");
  });
});
