import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PeriodsCard } from "@/components/money-in/recurrences/periods-card";
import type { RecurrenceDetailView } from "@/lib/money-in/recurrences/dashboard-schema";

test("a partly paid period is not shown as unpaid", () => {
  const period = {
    number: 1,
    state: "due",
    amount: "15",
    startsAt: "2026-11-20T10:00:00.000Z",
    graceEndsAt: "2026-11-23T10:00:00.000Z",
    paidAt: null,
    invoiceId: "00000000-0000-4000-8000-000000000000",
    invoiceStatus: "check",
    shown: "partly_paid",
    paid: { amount: "4", due: "15" },
    failure: null,
    retryAt: null,
  };
  const plan = { currency: "USD", periods: [period] } as unknown as RecurrenceDetailView;
  const markup = renderToStaticMarkup(createElement(PeriodsCard, { plan }));
  expect(markup).toContain("Partly paid 4.00 of 15.00");
  expect(markup).not.toContain("Waiting");
});
