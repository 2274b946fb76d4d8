import { afterAll, afterEach, expect, test, vi } from "vitest";
import { sendDelivery } from "@/lib/delivery/webhooks/post-webhook";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";

const settings = vi.hoisted(() => ({ WEBHOOK_ALLOW_PRIVATE: false }));
vi.mock("@/lib/kernel/env", () => ({ env: () => settings }));

let receiver: Receiver | undefined;
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
afterEach(async () => await receiver?.close());

test("calls a private address only if the setting allows it", async () => {
  receiver = await startReceiver((response) => void response.end());
  const claim = {
    id: "0",
    merchantId: "0",
    url: receiver.url,
    payload: '{"a":"b"}',
    keyKind: "payment" as const,
    attemptCount: 0,
    createdAt: new Date(),
    claimedUntil: new Date(),
  };
  const findKeys = async () => [{ secret: "key", createdAt: new Date(0), endsAt: null }];
  const refused = await sendDelivery(claim, findKeys, new AbortController().signal);
  expect(refused).toMatchObject({ isDelivered: false, attempt: { error: "The address of the host is not public" } });
  expect(receiver.received).toEqual([]);
  settings.WEBHOOK_ALLOW_PRIVATE = true;
  expect(await sendDelivery(claim, findKeys, new AbortController().signal)).toMatchObject({ isDelivered: true });
});
