import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { registerReauth } from "@/lib/fronts/client/reauth";
import { rpc } from "@/lib/fronts/client/rpc";

afterEach(() => vi.unstubAllGlobals());

/** Responds to the requests with these in turn, and records the requests. */
function serve(...answers: unknown[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return Response.json(answers[asked.length - 1]);
  });
  return asked;
}

const ID = "11111111-1111-4111-8111-111111111111";

test("sends a query by name with its non-empty search, and a mutation with its input as the body", async () => {
  const asked = serve({ items: [] }, {});
  await rpc.payouts.list.query({ status: "paid", coin: null, q: "" });
  await rpc.payouts.cancel.mutate({ id: ID });
  expect(asked).toEqual([
    { url: "/api/rpc/payouts.list?status=paid", init: { method: "GET", headers: {} } },
    {
      url: "/api/rpc/payouts.cancel",
      init: { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id: ID }) },
    },
  ]);
});

test("caches a single response and the pages of the same list separately, and different inputs too", () => {
  const keys = [
    rpc.payouts.list.queryKey({}),
    rpc.payouts.list.infiniteQueryKey({}),
    rpc.payouts.list.infiniteQueryKey({ coin: "BTC" }),
    rpc.payouts.detail.queryKey({ id: ID }),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
});

test("pages a list by its cursors until the end", async () => {
  const asked = serve({ items: [], nextCursor: "b" }, { items: [], nextCursor: null });
  const observer = new InfiniteQueryObserver(new QueryClient(), rpc.payouts.list.infiniteQueryOptions({ coin: "BTC" }));
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const { hasNextPage } = await observer.fetchNextPage();
  expect(asked.map(({ url }) => url)).toEqual([
    "/api/rpc/payouts.list?coin=BTC",
    "/api/rpc/payouts.list?coin=BTC&cursor=b",
  ]);
  expect(hasNextPage).toBe(false);
  stop();
});

test.each([
  ["a captive portal page", () => new Response("<h1>Welcome to the hotel</h1>")],
  ["JSON in an unknown format", () => Response.json("ok")],
])("%s in place of the response is a failure", async (_what, answer) => {
  vi.stubGlobal("fetch", async () => answer());
  await expect(rpc.payouts.cancel.mutate({ id: ID })).rejects.toMatchObject({
    name: "RequestFailure",
    message: "The response could not be read. Reload the page to check the result.",
  });
});

test.each([
  ["a query", () => rpc.account.confirm.ways.query(undefined, { mayAskAgain: false })],
  ["a mutation", () => rpc.account.confirm.askForPasskey.mutate(undefined, { mayAskAgain: false })],
])("%s of a dialog itself opens no dialog when it is rejected", async (_what, send) => {
  const error = { code: "confirmation_needed", message: "Confirm it is you." };
  const asked = vi.fn(async () => Response.json({ error }, { status: 403 }));
  vi.stubGlobal("fetch", asked);
  const asker = vi.fn(async () => true);
  const stop = registerReauth(asker);
  await expect(send()).rejects.toMatchObject(error);
  stop();
  expect([asked.mock.calls.length, asker.mock.calls.length]).toEqual([1, 0]);
});
