import { afterEach, expect, test, vi } from "vitest";
import { type Check, errorFinding, okFinding } from "@/lib/fronts/doctor/check";
import { reportText, runDoctor } from "@/lib/fronts/doctor/run-doctor";
import { type DoctorView, doctorView } from "@/lib/fronts/doctor/schema";

const NOW = new Date("2026-11-21T12:00:00Z");
const options = { now: NOW, request: null, checkMsMax: 50 };

function check(id: string, run: Check["run"], needsDatabase = true): Check {
  return { id, group: "money", name: id, needsDatabase, run };
}
const well = (id: string, needsDatabase = true) =>
  check(id, async () => [okFinding({ id, name: id }, "Well.", { measured: "1" })], needsDatabase);
const databaseUp: Check = { ...well("database"), group: "database" };
const databaseDown: Check = check(
  "database",
  () => Promise.reject(new Error("connect ECONNREFUSED 127.0.0.1:5432")),
  false,
);
const hanging = check("hanging", () => new Promise(() => undefined));
const broken = check("broken", () => Promise.reject(new Error('relation "x" does not exist\nat line 1')));

afterEach(() => void vi.useRealTimers());

test("runs all checks in parallel, and reports the worst finding as the overall state", async () => {
  const bad = check("bad", async () => [errorFinding({ id: "bad", name: "bad" }, "Bad.", "Mend it.", { since: NOW })]);
  const report = await runDoctor(databaseUp, [well("a"), bad, well("b")], options);
  expect(doctorView.parse(report).state).toBe("error");
  expect(report.findings.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "database ok",
    "a ok",
    "bad error",
    "b ok",
  ]);
});

test("reports a check that hangs or fails as a warning within its time limit, and completes the others", async () => {
  const report = await runDoctor(databaseUp, [hanging, broken, well("a")], options);
  expect(report.findings.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "database ok",
    "hanging warning",
    "broken warning",
    "a ok",
  ]);
  expect(report.findings[1]?.summary).toBe("The check failed: no answer within 50 ms.");
  expect(report.findings[2]?.summary).toBe('The check failed: relation "x" does not exist.');
});

test("responds to a page within five seconds, however many checks hang: the database, then all others in parallel", async () => {
  vi.useFakeTimers();
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_399));
    return [okFinding({ id: "database", name: "database" }, "Well.")];
  };
  const answer = vi.fn<(view: DoctorView) => void>();
  const checks = [hanging, hanging, hanging];
  void runDoctor({ ...databaseUp, run: slowly }, checks, { now: NOW, request: null }).then(answer);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answer.mock.lastCall?.[0].findings.map(({ state }) => state)).toEqual(["ok", "warning", "warning", "warning"]);
});

test("does not abort a check whose own queries have limits together with the others", async () => {
  vi.useFakeTimers();
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 120));
    return [okFinding({ id: "slow", name: "slow" }, "Well.")];
  };
  const checks = [{ ...check("slow", slow), msMax: 10_000 }, check("late", slow)];
  const asked = runDoctor(databaseUp, checks, options);
  await vi.advanceTimersByTimeAsync(120);
  const { findings } = await asked;
  expect(findings.map(({ id, state }) => `${id} ${state}`)).toEqual(["database ok", "slow ok", "late warning"]);
});

test("without a database, reports that first and skips the checks that need it", async () => {
  const report = await runDoctor(databaseDown, [hanging, well("secrets", false)], options);
  expect(report.state).toBe("error");
  expect(report.findings.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "database error",
    "unknown warning",
    "secrets ok",
  ]);
  expect(report.findings[0]?.remedy).toContain("Start PostgreSQL");
});

test("prints each finding in its group with its remedy, and the counts", async () => {
  const text = reportText(await runDoctor(databaseDown, [well("secrets", false)], options));
  expect(text).toMatch(/^Money\n {2}ERROR {5}database: The database does not respond: connect ECONNREFUSED/m);
  expect(text).toMatch(/\n {12}Start PostgreSQL/);
  expect(text).toMatch(/0 critical, 1 error, 0 warnings, 1 OK \(\d+ ms\)\n$/);
});
