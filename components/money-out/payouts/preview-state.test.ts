import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PAYOUT_PREVIEW } from "@/components/money-out/payouts/use-payout-preview";
import { previewStateOf } from "@/components/ui/preview-state";
import { livePreview } from "@/components/ui/use-live-preview";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import type { PayoutPreview, PayoutPreviewForm } from "@/lib/money-out/payouts/dashboard-form-schema";

const form = (amount: string): PayoutPreviewForm => ({
  amount,
  currency: "USDT",
  coin: "",
  network: "bsc",
  fromCurrency: "",
  address: "",
  memo: "",
  isFeeOnTop: true,
  priority: "",
  requestedRateSource: "",
});
const preview = (sentAmount: string, validSeconds = 60): PayoutPreview => ({
  sentAmount,
  currency: "USDT",
  networkName: "BNB Smart Chain",
  commission: "0.1",
  debitedAmount: "1",
  fromCurrency: "USDT",
  conversion: null,
  fiatRate: null,
  spendable: "100",
  missing: null,
  lookAlike: null,
  approval: null,
  validSeconds,
  levels: [],
});

/** A server whose responses a test sends, identified by the requested amount. */
type PreviewQuestion = {
  readonly amount: string;
  readonly signal: AbortSignal;
  readonly answer: (response: Response | Error) => void;
};
let asked: PreviewQuestion[];
let queries: QueryClient;

beforeEach(() => {
  asked = [];
  queries = new QueryClient();
  vi.stubGlobal("fetch", (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
      const answer = (response: Response | Error) => (response instanceof Error ? reject(response) : resolve(response));
      asked.push({ amount: JSON.parse(body).amount, signal, answer });
    });
  });
});
afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

const failure = (status: number, message: string) =>
  Response.json({ error: { code: "refused", message, fields: { amount: message } } }, { status });
const answered = (amount: string) => Response.json(preview(amount));

/** Simulates typing, and returns the preview state shown. */
function typist() {
  let current: PayoutPreviewForm | null = null;
  const question = (input: PayoutPreviewForm | null) => livePreview(PAYOUT_PREVIEW, input);
  const observer = new QueryObserver(queries, question(null));
  observer.subscribe(() => undefined);
  return {
    type(amount: string | null) {
      current = amount === null ? null : form(amount);
      observer.setOptions(question(current));
    },
    shown() {
      const { data, error, dataUpdatedAt: answeredAt, fetchStatus } = observer.getCurrentResult();
      const isPaused = fetchStatus === "paused";
      const answer = { data, error, validSeconds: 60, answeredAt, now: Date.now(), isPaused };
      return previewStateOf(current !== null, current !== null, answer);
    },
  };
}

const kindOf = (of: ReturnType<typeof typist>) => of.shown().kind;
const until = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 60_000 });

describe("the preview while typing", () => {
  test("shows nothing until the response for the current input arrives, and aborts an earlier request", async () => {
    const one = typist();
    one.type("1");
    one.type("12");
    expect(asked.map(({ amount, signal }) => [amount, signal.aborted])).toEqual([
      ["1", true],
      ["12", false],
    ]);
    expect(kindOf(one)).toBe("asking");
    asked[1]?.answer(answered("12"));
    await until(() =>
      expect(one.shown()).toMatchObject({ kind: "known", preview: { sentAmount: "12" }, isOld: false }),
    );
  });

  test("never returns to an earlier input, however late its response arrives", async () => {
    const one = typist();
    // A server that also responds to aborted requests.
    vi.stubGlobal("fetch", (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      return new Promise<Response>((resolve) => {
        asked.push({ amount: JSON.parse(body).amount, signal, answer: (response) => resolve(response as Response) });
      });
    });
    one.type("1");
    one.type("2");
    one.type("3");
    asked[2]?.answer(answered("3"));
    await until(() => expect(one.shown()).toMatchObject({ kind: "known", preview: { sentAmount: "3" } }));
    asked[0]?.answer(answered("1"));
    asked[1]?.answer(answered("2"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(one.shown()).toMatchObject({ kind: "known", preview: { sentAmount: "3" } });
    one.type("4");
    expect(kindOf(one)).toBe("asking");
  });

  test("is blank once the input is cleared, also if a response arrives later", async () => {
    const one = typist();
    one.type("1");
    one.type(null);
    expect(kindOf(one)).toBe("blank");
    asked[0]?.answer(answered("1"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(kindOf(one)).toBe("blank");
  });

  test("shows the refusal of this input, and the quote of the next as soon as it arrives", async () => {
    const one = typist();
    one.type("0.01");
    asked[0]?.answer(failure(422, "The minimum is 1 USDT."));
    await until(() =>
      expect(one.shown()).toMatchObject({ kind: "refused", fields: { amount: "The minimum is 1 USDT." } }),
    );
    one.type("1");
    expect(kindOf(one)).toBe("asking");
    asked[1]?.answer(answered("1"));
    await until(() => expect(kindOf(one)).toBe("known"));
  });

  test("shows no refusal if there was no response", async () => {
    const one = typist();
    one.type("1");
    asked[0]?.answer(new TypeError("Failed to fetch"));
    await until(() => expect(kindOf(one)).toBe("unknown"));
    one.type("2");
    asked[1]?.answer(failure(500, "Something went wrong"));
    await until(() => expect(kindOf(one)).toBe("unknown"));
  });

  test("shows an input that was requested before only with a new response", async () => {
    const one = typist();
    one.type("1");
    asked[0]?.answer(answered("1"));
    await until(() => expect(kindOf(one)).toBe("known"));
    one.type("2");
    await new Promise((resolve) => setTimeout(resolve, 1));
    one.type("1");
    expect(kindOf(one)).toBe("asking");
  });
});

describe("the quote of an input", () => {
  const answer = (now: number) => ({
    data: preview("1", 10),
    error: null,
    validSeconds: 10,
    answeredAt: 0,
    now,
    isPaused: false,
  });

  test("is marked as expired once its fee is no longer valid", () => {
    expect(previewStateOf(true, true, answer(9_000))).toMatchObject({ kind: "known", isOld: false });
    expect(previewStateOf(true, true, answer(10_001))).toMatchObject({ kind: "known", isOld: true });
  });

  test("is not shown beside a later refusal of the same input", () => {
    const error = new RequestFailure(422, "refused", "The balance is too small.");
    expect(previewStateOf(true, true, { ...answer(0), error })).toMatchObject({ kind: "refused" });
  });

  test("is replaced by a message while there is no connection", () => {
    expect(previewStateOf(true, true, { ...answer(0), data: undefined, isPaused: true })).toMatchObject({
      kind: "unknown",
    });
  });
});
