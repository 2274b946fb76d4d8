import { afterAll, expect, test, vi } from "vitest";
import { loadPayPageUpdates } from "@/app/pay/pay-page-update";
import { loadPayNews, type PayNews } from "@/lib/fronts/payment-page/load-pay-view";
import { samplePayView } from "@/lib/fronts/payment-page/sample-pay-view";

vi.mock("@/lib/fronts/payment-page/load-pay-view");
afterAll(() => vi.doUnmock("@/lib/fronts/payment-page/load-pay-view"));

test("a page whose state cannot be told is an error of its own, and the others of its load are told", async () => {
  const shop = { merchantName: "Shop", supportContact: null, latePolicy: "hold", lateDriftPercent: 1 } as const;
  const good: PayNews = { view: samplePayView({ ...shop, brand: {} as never }, new Date()), hasChoice: false };
  const bad: PayNews = { ...good, view: { ...good.view, deposits: null as never } };
  vi.mocked(loadPayNews).mockResolvedValue([bad, null, good]);
  expect(await loadPayPageUpdates(["a", "b", "c"])).toEqual([
    expect.any(Error),
    null,
    expect.objectContaining({ view: good.view }),
  ]);
});
