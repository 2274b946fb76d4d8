import { expect, test } from "vitest";
import { KIND_WORDS } from "@/components/exceptions/cases/case-words";

test("a webhook is promised only to an invoice that has a webhook URL", () => {
  for (const { effect } of Object.values(KIND_WORDS)) {
    if (/webhook/i.test(effect)) expect(effect).toMatch(/if the invoice has a webhook URL/);
  }
});
