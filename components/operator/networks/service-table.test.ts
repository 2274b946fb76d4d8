import { expect, test } from "vitest";
import { offerOf } from "@/components/operator/networks/service-table";

test("an enabled service that cannot be offered is unavailable, never on", () => {
  expect([offerOf(true, null), offerOf(true, "The network is not ready"), offerOf(false, null)]).toEqual([
    "on",
    "unavailable",
    "off",
  ]);
  expect(offerOf(false, "The network is not ready")).toBe("off");
});
