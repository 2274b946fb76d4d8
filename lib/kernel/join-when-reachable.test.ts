import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { awaited, joinWhenReachable } from "@/lib/kernel/join-when-reachable";
import { log } from "@/lib/kernel/log";
import { SchemaError } from "@/lib/kernel/running-process";

afterEach(() => void vi.restoreAllMocks());

function refused(code: string): Error {
  return Object.assign(new pg.DatabaseError(`refused with ${code}`, 0, "error"), { code });
}
const ofPrisma = (code: string) => new Error("failed", { cause: { originalCode: code } });
const JOINED = { leave: async () => undefined };
const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const CAUSES: readonly (readonly [error: unknown, cause: string | null])[] = [
  [AWAY, "the database"],
  [new AggregateError([AWAY]), "the database"],
  [new Error("timeout exceeded when trying to connect"), "the database"],
  [ofPrisma("EPIPE"), "the database"],
  ...["08006", "53100", "53300", "57014", "57P01", "57P03", "25006"].map(
    (code) => [refused(code), "the database"] as const,
  ),
  [new WrongClock(60_000), "the right time"],
  [new SchemaError("lacks a migration"), null],
  // A wrong password, a wrong name of the database, a missing right, a missing table.
  ...["28P01", "3D000", "42501", "42P01"].map((code) => [refused(code), null] as const),
  ...["28P01", "42501"].map((code) => [ofPrisma(code), null] as const),
];

test.each(CAUSES)("%s: a process waits for %s", (error, cause) => {
  expect(awaited(error)).toBe(cause);
});

const failing = (...errors: Error[]) => {
  const left = [...errors];
  return vi.fn(async () => {
    const error = left.shift();
    if (error) throw error;
    return JOINED;
  });
};

test("a process waits, and says so again each minute and when it waits for something else", async () => {
  const lines = vi.spyOn(log(), "error").mockReturnValue();
  const onWait = vi.fn();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const join = failing(AWAY, AWAY, new WrongClock(60_000), AWAY, AWAY);
  const aMinuteLater = () => void (join.mock.calls.length === 5 && now.mockReturnValue(60_000));
  const joined = await joinWhenReachable("web", {
    onWait,
    retryMs: 0,
    join: (...args: Parameters<typeof join>) => {
      const result = join(...args);
      aMinuteLater();
      return result;
    },
  });
  expect(joined).toBe(JOINED);
  expect(onWait).toHaveBeenCalledTimes(1);
  expect(lines.mock.calls.map(([, line]) => line)).toEqual([
    "waiting for the database",
    "waiting for the right time",
    "waiting for the database",
    "waiting for the database",
  ]);
});

test("what does not pass by itself is thrown, also after waiting", async () => {
  vi.spyOn(log(), "error").mockReturnValue();
  const onWait = vi.fn();
  await expect(joinWhenReachable("web", { onWait, join: failing(refused("42501")) })).rejects.toThrow("42501");
  expect(onWait).not.toHaveBeenCalled();
  const later = failing(AWAY, new SchemaError("contracted"));
  await expect(joinWhenReachable("web", { onWait, join: later, retryMs: 0 })).rejects.toThrow(SchemaError);
});
