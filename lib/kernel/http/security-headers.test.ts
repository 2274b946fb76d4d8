import { expect, test } from "vitest";
import { securityHeadersOf } from "@/lib/kernel/http/security-headers";

test.each([
  ["/v1/payment", "DENY", "strict-origin-when-cross-origin"],
  ["/pay/7", "DENY", "no-referrer"],
  ["/pay/7?embed=1", null, "no-referrer"],
  ["/questionnaire/7?embed=1", "DENY", "no-referrer"],
  ["/pay/7?embed=1?", "DENY", "no-referrer"],
  ["/pay/7?x=?&embed=1", null, "no-referrer"],
  ["/pay/7?embed=0", "DENY", "no-referrer"],
  ["/wallet/7/state?lang=de&embed=1", null, "no-referrer"],
  ["/l/tea?embed=1", null, "no-referrer"],
  ["/recurring/7?token=x&embed=1", "DENY", "no-referrer"],
  ["/b/secret?embed=1", "DENY", "no-referrer"],
  ["/brand/preview", null, "strict-origin-when-cross-origin"],
  ["/brand/7?embed=1", "DENY", "strict-origin-when-cross-origin"],
  ["/api/rpc/invoices.list?embed=1", "DENY", "strict-origin-when-cross-origin"],
])("%s has the right framing and referrer headers", (target, frame, referrer) => {
  const headers = new Headers();
  for (const { key, value } of securityHeadersOf(target)) headers.set(key, value);
  expect([headers.get("x-frame-options"), headers.get("referrer-policy")]).toEqual([frame, referrer]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
