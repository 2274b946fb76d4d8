import { expect, test, vi } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { streamsOfAddressMax, waitForPage, withinShare } from "@/lib/kernel/http/address-limits";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";

vi.stubEnv("ADDRESS_LIMIT_FACTOR", "0");

test("a factor of 0 disables limits by address for views, signatures, streams and the share of an invoice", async () => {
  const asker = { headers: new Headers({ [CLIENT_ADDRESS_HEADER]: "203.0.113.61" }) };
  for (const ask of ["look", "change", "signature"] as const)
    for (let count = 0; count < 300; count += 1) expect(waitForPage(asker, ask)).toBe(0);
  expect(streamsOfAddressMax()).toBe(Number.POSITIVE_INFINITY);
  const share = { what: "renewal of an invoice", perDay: 1, refuse: () => new AppError("refused", "too often") };
  for (let count = 0; count < 3; count += 1) expect(await withinShare(asker, share, async () => "done")).toBe("done");
});
