import { expect, test } from "vitest";
import { KIND_TEXTS } from "@/components/exceptions/cases/case-labels";

test("a webhook is promised only to an invoice that has a webhook URL", () => {
  for (const { effect } of Object.values(KIND_TEXTS)) {
    if (/webhook/i.test(effect)) expect(effect).toMatch(/if the invoice has a webhook URL/);
  }
});
