import { expect, test } from "vitest";
import { isCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";

const judge = (url: string, settings: { SANDBOX?: boolean; WEBHOOK_ALLOW_HTTP?: boolean } = {}) =>
  isCallbackAllowed(url, { SANDBOX: false, WEBHOOK_ALLOW_HTTP: false, ...settings });

test("requires https for webhooks, unless the operator allows http or it is the sandbox", () => {
  for (const url of ["https://shop.example/hook", "HTTPS://shop.example"]) expect(judge(url)).toBe(true);
  for (const url of ["http://shop.example/hook", "HTTP://shop.example", "http://https://x"]) {
    expect(judge(url)).toBe(false);
    expect(judge(url, { SANDBOX: true })).toBe(true);
    expect(judge(url, { WEBHOOK_ALLOW_HTTP: true })).toBe(true);
  }
});
