import pg from "pg";
import { describe, expect, test } from "vitest";
import { isTemporaryFailure } from "@/lib/money-in/invoices/allowed-services";

const fromDatabase = (code: string) => Object.assign(new pg.DatabaseError("refused", 0, "error"), { code });
/** An error as Prisma wraps it. */
const fromPrisma = (originalCode: string) => {
  const driverAdapterError = Object.assign(new Error("adapter"), { cause: { originalCode } });
  return Object.assign(new Error("prisma"), { meta: { driverAdapterError } });
};

describe("a temporary database failure", () => {
  test.each([
    ["08006", "connection failure"],
    ["53300", "too many connections"],
    ["53100", "disk full"],
    ["57P01", "the database is shutting down"],
    ["57P03", "the database is starting"],
    ["57014", "statement timeout"],
    ["55P03", "lock not available"],
    ["40001", "serialization failure"],
    ["40P01", "deadlock"],
  ])("%s: %s", (code) => {
    expect([isTemporaryFailure(fromDatabase(code)), isTemporaryFailure(fromPrisma(code))]).toEqual([true, true]);
  });

  test.each([
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    new Error("timeout exceeded when trying to connect"),
    new Error("Connection terminated unexpectedly"),
  ])("%s", (error) => {
    expect(isTemporaryFailure(error)).toBe(true);
  });
});

describe("any other error is a bug or a rejection and is not temporary", () => {
  test.each(["23505", "23514", "42P01", "42703", "22P02", "CT001", "P0001", "55000"])("%s", (code) => {
    expect([isTemporaryFailure(fromDatabase(code)), isTemporaryFailure(fromPrisma(code))]).toEqual([false, false]);
  });

  test.each([new Error("Invariant: a quoted invoice has an address"), new TypeError("x"), null, undefined, "57P01"])(
    "%s",
    (error) => expect(isTemporaryFailure(error)).toBe(false),
  );
});
