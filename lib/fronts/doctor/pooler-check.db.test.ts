import { afterAll, expect, test } from "vitest";
import { type Connection, checkPooler, poolerCheck } from "@/lib/fronts/doctor/pooler-check";
import { closeDatabase } from "@/lib/kernel/db";

afterAll(closeDatabase);

const SERVER: Connection = { isPooled: false, hasStatementLimit: true, place: "chaintill since 1" };
const POOLED: Connection = { ...SERVER, isPooled: true };

test("without a pooler nothing is reported", async () => {
  const context = { now: new Date(), request: null, signal: new AbortController().signal };
  expect(await poolerCheck.run(context)).toEqual([]);
});

test.each([
  ["a pooler alone", POOLED, null, "warning"],
  ["a direct connection that is pooled too", POOLED, POOLED, "error"],
  ["two servers", POOLED, { ...SERVER, place: "chaintill since 2" }, "error"],
  ["a pooler that drops the time limit", { ...POOLED, hasStatementLimit: false }, SERVER, "warning"],
  ["a pooler with a direct connection", POOLED, SERVER, "ok"],
] as const)("%s", (_name, main, direct, state) => {
  expect(checkPooler(main, direct).map((finding) => finding.state)).toEqual([state]);
});
