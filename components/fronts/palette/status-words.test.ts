import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { ObjectPicker } from "@/components/delivery/webhooks/object-picker";
import { STATUS_WORDS } from "@/components/fronts/palette/found-item";
import { WebhookEvent } from "@/components/operator/jobs/lost-webhooks";

const FOUND = vi.hoisted(() => ({
  kind: "invoice",
  id: "00000000-0000-4000-8000-000000000000",
  orderId: "order-1",
  status: "wrong_amount",
  detail: "57.88 USDT",
  currency: "USDT",
  createdAt: "2026-11-20T10:00:00.000Z",
}));

vi.mock("@/components/ui/use-found", () => ({ useFound: () => ({ data: { items: [FOUND] }, isFetching: false }) }));
afterAll(() => vi.doUnmock("@/components/ui/use-found"));

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, "");

test.each([null, FOUND.id])("the selected object of a test webhook shows the label of its badge: %s", (chosenId) => {
  const props = { kind: "invoice", chosenId, onChoose: () => {}, statusWords: STATUS_WORDS } as const;
  const text = textOf(renderToStaticMarkup(createElement(ObjectPicker, props)));
  expect(text).toContain("order-1 57.88 USDT, Underpaid");
  expect(text).not.toContain("wrong_amount");
});

test("the operator sees the object of a webhook as text", () => {
  const webhook = { objectKind: "wallet", eventStatus: "paid" };
  expect(textOf(renderToStaticMarkup(createElement(WebhookEvent, { webhook })))).toBe("Static wallet paid");
});
