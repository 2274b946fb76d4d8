import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { momentsOf } from "@/components/people/audit/use-audit-filter";

beforeAll(() => void vi.stubEnv("TZ", "America/St_Johns"));
afterAll(() => void vi.unstubAllEnvs());

test("days of the audit log are in the viewer's zone, as for webhooks, and the last one is included whole", () => {
  const { from = "", to = "" } = momentsOf("2026-11-21", "2026-11-21");
  const [start, end] = [new Date(from), new Date(to)];
  expect(from).toBe("2026-11-21T03:30:00.000Z");
  expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([2026, 10, 21, 0]);
  expect([end.getDate(), end.getHours()]).toEqual([22, 0]);
  expect(momentsOf(null, null)).toEqual({});
});
