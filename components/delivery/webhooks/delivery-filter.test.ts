import { expect, test } from "vitest";
import { toDeliveryFilter } from "@/components/delivery/webhooks/delivery-filter";

const nothing = { state: null, kind: null, q: "", from: "", to: "" } as const;

test("days become times in the viewer's zone, the last day is included whole, and invalid days are ignored", () => {
  expect(toDeliveryFilter({ ...nothing, from: "2026-01-30", to: "2026-01-31" })).toEqual({
    from: new Date(2026, 0, 30).toISOString(),
    until: new Date(2026, 1, 1).toISOString(),
  });
  expect(toDeliveryFilter({ ...nothing, from: "soon", to: "2026-1-1", q: "  " })).toEqual({});
  expect(toDeliveryFilter({ ...nothing, state: "failed", kind: "payout", q: " order-1 " })).toEqual({
    state: "failed",
    kind: "payout",
    q: "order-1",
  });
});
