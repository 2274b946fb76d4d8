import { expect, test } from "vitest";
import { wholeMoment } from "@/components/ui/moment";

test("the tooltip of a time shows the zone and the second", () => {
  const moment = new Date("2026-11-21T09:05:09Z");
  expect(wholeMoment(moment, "Europe/Berlin")).toMatch(/10:05:09.*(GMT\+1|CET)/);
  expect(wholeMoment(moment, "America/New_York")).toMatch(/4:05:09.*(EST|GMT-5)/);
});
