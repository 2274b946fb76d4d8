import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { countedAddress, waitForPage, withinShare } from "@/lib/kernel/http/address-limits";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";

const from = (address: string) => ({ headers: new Headers({ [CLIENT_ADDRESS_HEADER]: address }) });
const times = (count: number, call: () => number) => Array.from({ length: count }, call);
const NOW = Date.now();

describe("the limit of an address for the pages", () => {
  test("is 200 views at once and 20 a second, 30 changes and 1, 10 signatures and 1 in two seconds, each separately", () => {
    const asker = from("203.0.113.1");
    for (const [ask, burst, perSecond] of [
      ["look", 200, 20],
      ["change", 30, 1],
      ["signature", 10, 0.5],
    ] as const) {
      const answers = times(burst + 1, () => waitForPage(asker, ask, NOW));
      expect(answers.filter((seconds) => seconds === 0)).toHaveLength(burst);
      const later = times(50, () => waitForPage(asker, ask, NOW + 2_000));
      expect(later.filter((seconds) => seconds === 0)).toHaveLength(perSecond * 2);
    }
  });

  test("is shared by an IPv6 network's addresses, and not with another network", () => {
    for (let host = 0; host < 10; host += 1) waitForPage(from(`2001:db8:7:7::${host}`), "signature", NOW);
    expect(waitForPage(from("2001:db8:7:7:abcd::1"), "signature", NOW)).toBe(2);
    expect(waitForPage(from("2001:db8:7:8::1"), "signature", NOW)).toBe(0);
  });

  test("does not apply to private addresses, which many clients may share, or to unknown ones", () => {
    for (const asker of [from("127.0.0.1"), from("10.0.0.1"), from("fd00::1"), { headers: new Headers() }]) {
      expect(countedAddress(asker.headers)).toBeNull();
      expect(times(300, () => waitForPage(asker, "signature", NOW)).every((seconds) => seconds === 0)).toBe(true);
    }
  });
});

describe("one address's share of an invoice's daily limit", () => {
  const share = { what: "renewal of an invoice", perDay: 2, refuse: () => new AppError("refused", "too often") };
  const act = (asker: ReturnType<typeof from>, does: () => Promise<string> = async () => "done") =>
    withinShare(asker, share, does).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

  test("ends for that address only, even under concurrency", async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => act(from("203.0.113.21"))));
    expect(outcomes.sort()).toEqual(["done", "done", "too often", "too often", "too often"]);
    expect(await act(from("203.0.113.22"))).toBe("done");
    expect(await Promise.all([1, 2, 3].map(() => act(from("127.0.0.1"))))).toEqual(["done", "done", "done"]);
  });

  test("is not used up by refused actions, but by those that fail otherwise", async () => {
    const asker = from("203.0.113.23");
    const refused = async () => Promise.reject(new AppError("refused", "not now"));
    for (let count = 0; count < 5; count += 1) expect(await act(asker, refused)).toBe("not now");
    const failed = async () => Promise.reject(new Error("no database"));
    expect([await act(asker, failed), await act(asker), await act(asker)]).toEqual([
      "no database",
      "done",
      "too often",
    ]);
  });
});
