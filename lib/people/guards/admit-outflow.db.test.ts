import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { newMerchant, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { admitOutflow, returnOutflow } from "@/lib/people/guards/admit-outflow";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import type { OutflowOrder } from "@/lib/people/guards/outflow";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const MEANT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const LOOK_ALIKE = "0xdac1000000000000000000000000000000001ec7";
const OTHER = "0x52908400098527886E0F7030069857D2E4169EE7";
const FORBIDDEN = "outflow_blocked";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

let merchantId: string;
beforeEach(async () => {
  merchantId = await newMerchant();
});

const limit = (dailyLimitUsd: string | null, approvalAboveUsd: string | null = null) =>
  setOutflowLimits({ merchantId, dailyLimitUsd, approvalAboveUsd, refundsNeedPayoutKey: false, actorId: null });

type OutflowFields = Partial<Omit<OutflowOrder, "amount" | "destination">> & {
  amount?: string;
  address?: string | null;
};

async function order(fields: OutflowFields = {}): Promise<OutflowOrder> {
  const { amount = "10", address = OTHER, ...rest } = fields;
  const network = (await loadCatalog()).network("bsc");
  invariant(network, "bsc is offered");
  return {
    kind: "payout",
    subjectId: randomUUID(),
    merchantId,
    currency: "USDT",
    requestedById: null,
    ...rest,
    amount: decimal(amount),
    destination: address === null ? null : { network, address },
  };
}

async function admit(fields: OutflowFields = {}): Promise<string> {
  const asked = await order(fields);
  return await withTransaction((tx) => admitOutflow(tx, asked)).then(
    (reviews) => reviews.join(", ") || "goes",
    (error: Error) => error.message,
  );
}

const outflows = () => database().outflow.findMany({ where: { merchantId }, orderBy: { createdAt: "asc" } });
const trust = (address: string) =>
  withTransaction((tx) => trustDestination(tx, { merchantId, network: "bsc", address }));

describe("an outflow of a merchant without limits", () => {
  test("is admitted, and recorded with its value rounded up to the cent", async () => {
    expect(await admit({ amount: "0.000001", currency: "ETH" })).toBe("goes");
    expect((await outflows()).map(({ valueUsd }) => valueUsd?.toFixed(2))).toEqual(["0.01"]);
  });

  test("is admitted even if its value is unknown", async () => {
    await setPrice("DAI", "1", 100_000);
    expect(await admit({ currency: "DAI" })).toBe("goes");
    expect((await outflows()).map(({ valueUsd }) => valueUsd)).toEqual([null]);
  });

  test("records its destination and the screening verdict, including a clear one", async () => {
    const subjectId = randomUUID();
    await admit({ subjectId });
    expect(await database().destination.findMany({ where: { merchantId } })).toMatchObject([
      { family: "evm", address: OTHER, addressKey: OTHER.toLowerCase(), trustedAt: null },
    ]);
    expect(await database().screeningVerdict.findMany({ where: { subjectId } })).toMatchObject([
      { subjectKind: "payout", address: OTHER, isHit: false },
    ]);
  });
});

describe("while the merchant may not pay out", () => {
  test("rejects everything, even when the key was rotated after planning", async () => {
    const payer = await newPayer();
    const planned = await order({ merchantId: payer.merchantId });
    await rotateKey(payer, { kind: "payout", overlapSeconds: 0 });
    await expect(withTransaction((tx) => admitOutflow(tx, planned))).rejects.toThrow(FORBIDDEN);
    expect(await database().outflow.count({ where: { merchantId: payer.merchantId } })).toBe(0);
  });
});

describe("a daily limit", () => {
  test("admits outflows up to the limit, to the cent, and reports the remainder when it is reached", async () => {
    await limit("100");
    expect([await admit({ amount: "60" }), await admit({ amount: "40" })]).toEqual(["goes", "goes"]);
    expect(await admit({ amount: "0.01" })).toBe("daily_limit_reached 100 0.01 100");
  });

  test("counts payouts, refunds and transfers in one sum, each at its own price", async () => {
    await limit("5000");
    expect(await admit({ kind: "refund", amount: "1", currency: "ETH" })).toBe("goes");
    expect(await admit({ kind: "transfer", amount: "1", currency: "ETH", address: null })).toBe("goes");
    expect(await admit({ amount: "1000" })).toBe("goes");
    expect(await admit({ amount: "1" })).toMatch(/^daily_limit_reached 5000 /);
  });

  test("excludes what left more than 24 hours ago, and what was returned", async () => {
    await limit("100");
    await admit({ amount: "100" });
    expect(await admit({ amount: "100" })).toMatch(/^daily_limit_reached/);
    const dayAgo = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    await database().outflow.updateMany({ where: { merchantId }, data: { createdAt: dayAgo } });
    const subjectId = randomUUID();
    expect(await admit({ amount: "100", subjectId })).toBe("goes");
    expect(await admit({ amount: "100" })).toMatch(/^daily_limit_reached/);
    await withTransaction((tx) => returnOutflow(tx, "payout", subjectId));
    expect(await admit({ amount: "100" })).toBe("goes");
  });

  test("rejects an outflow of unknown value, and says why", async () => {
    await limit("100");
    await setPrice("DAI", "1", 100_000);
    expect(await admit({ amount: "1", currency: "DAI" })).toBe("daily_limit_unknown 100 DAI");
  });

  test("is never exceeded by fifty concurrent outflows, and admits as many as fit", async () => {
    await limit("100");
    const answers = await Promise.all(Array.from({ length: 50 }, () => admit({ amount: "9", address: OTHER })));
    expect(answers.filter((answer) => answer === "goes").length).toBe(11);
    const total = (await outflows()).reduce((sum, { valueUsd }) => sum.plus(valueUsd?.toFixed() ?? "0"), decimal("0"));
    expect(total.toFixed()).toBe("99");
  });

  test("of one merchant does not affect another", async () => {
    await limit("100");
    await admit({ amount: "100" });
    expect(await admit({ amount: "100", merchantId: await newMerchant() })).toBe("goes");
  });

  test("admits the same subject again without change, and counts it once", async () => {
    await limit("100");
    const subjectId = randomUUID();
    expect([await admit({ amount: "100", subjectId }), await admit({ amount: "100", subjectId })]).toEqual([
      "goes",
      "goes",
    ]);
    expect(await outflows()).toHaveLength(1);
  });
});

describe("an amount above which a second person must approve", () => {
  test("holds what is worth more, and nothing up to it", async () => {
    await limit(null, "50");
    expect([await admit({ amount: "50" }), await admit({ amount: "50.01" })]).toEqual(["goes", "approval"]);
    expect(await database().review.findMany({ where: { merchantId } })).toMatchObject([
      { reason: "approval", decision: null, detail: "Worth 50.01 USD: approval is required above 50.00 USD" },
    ]);
  });

  test("holds an outflow of unknown value", async () => {
    await limit(null, "50");
    await setPrice("DAI", "1", 100_000);
    expect(await admit({ amount: "1", currency: "DAI" })).toBe("approval");
  });

  test("rejects a transfer, which cannot wait, and counts nothing for it", async () => {
    await limit(null, "50");
    expect(await admit({ kind: "transfer", amount: "51", address: null })).toBe(
      "Worth 51.00 USD: approval is required above 50.00 USD. Transfers can't wait for approval.",
    );
    expect(await outflows()).toEqual([]);
  });

  test("returns what the same subject waits for, and opens no second review", async () => {
    await limit(null, "50");
    const subjectId = randomUUID();
    expect([await admit({ amount: "51", subjectId }), await admit({ amount: "51", subjectId })]).toEqual([
      "approval",
      "approval",
    ]);
    expect(await database().outflowEvent.findMany({ where: { subjectId } })).toMatchObject([
      { event: "review-opened", detail: { reason: "approval" } },
    ]);
  });
});

describe("an address that resembles a trusted one", () => {
  test("is held with the one that it resembles, until it is trusted itself", async () => {
    await trust(MEANT);
    expect(await admit({ address: LOOK_ALIKE })).toBe("look_alike");
    expect(await database().review.findMany({ where: { merchantId } })).toMatchObject([
      { detail: `Similar to ${MEANT}, which was used before, but not the same` },
    ]);
    await trust(LOOK_ALIKE);
    expect(await admit({ address: LOOK_ALIKE })).toBe("goes");
  });

  test("is not held if it is the trusted one in other letter case", async () => {
    await trust(MEANT);
    expect(await admit({ address: MEANT.toLowerCase() })).toBe("goes");
  });

  test("is not held if it resembles one that was only requested", async () => {
    await admit({ address: MEANT });
    expect(await admit({ address: LOOK_ALIKE })).toBe("goes");
  });

  test("is not held if it resembles another merchant's", async () => {
    await trust(MEANT);
    expect(await admit({ address: LOOK_ALIKE, merchantId: await newMerchant() })).toBe("goes");
  });
});

describe("an address on a list", () => {
  test("is held with the list, its version and its note, and the verdict is stored", async () => {
    const listed = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
    await importScreeningList({ name: "sanctions", format: "csv", text: `${listed},,Frozen`, actorId: null });
    const subjectId = randomUUID();
    expect(await admit({ address: listed, subjectId })).toBe("screening");
    expect(await database().review.findMany({ where: { subjectId } })).toMatchObject([
      { reason: "screening", detail: "Listed by sanctions (version 1): Frozen" },
    ]);
    expect(await database().screeningVerdict.findMany({ where: { subjectId } })).toMatchObject([
      { isHit: true, lists: [{ list: "sanctions", version: 1, note: "Frozen" }] },
    ]);
  });
});
