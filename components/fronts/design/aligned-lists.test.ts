import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BalancesCard } from "@/components/fronts/overview/balances-card";
import { RecurrenceTable } from "@/components/money-in/recurrences/recurrence-table";
import { SendTable } from "@/components/operator/sends/send-table";
import { SendTransaction } from "@/components/operator/sends/send-transaction";

const AT = "2026-11-20T10:00:00.000Z";
const AMOUNTS = ["57.88", "0.0186"] as const;
const ALIGNED = /--money-fraction:4\.5ch/g;

/** Omits the members of a row that its list does not read. */
function rowsOf<Row>(row: (amount: string, id: string) => Partial<Row>): Row[] {
  return AMOUNTS.map((amount, index) => row(amount, `row-${index}`) as Row);
}

describe("amounts are aligned at the decimal point", () => {
  test("of recurring payments, with the interval below", () => {
    const rows = rowsOf<Parameters<typeof RecurrenceTable>[0]["rows"][number]>((amount, id) => ({
      id,
      name: "Plan",
      orderId: null,
      status: "active",
      amount,
      currency: "ETH",
      interval: "monthly",
      payerEmail: null,
      nextPeriodAt: null,
      createdAt: AT,
    }));
    const sorting = { sorted: { id: "created", desc: true }, onSort: () => {} };
    const markup = renderToStaticMarkup(createElement(RecurrenceTable, { rows, sorting }));
    expect(markup.match(ALIGNED)).toHaveLength(2);
    expect(markup).toMatch(/month/i);
  });

  test("of the network fees of sends", () => {
    const rows = rowsOf<Parameters<typeof SendTable>[0]["rows"][number]>(
      (amount, id) =>
        ({
          id,
          purpose: "payout",
          networkName: "Ethereum",
          status: "confirmed",
          waitReason: null,
          amount: "5.00",
          currency: "ETH",
          toAddress: "0x00",
          transaction: { feePaid: amount, feeCurrency: "ETH", carried: 2, nonce: 1, version: 1 },
          waitingSince: null,
          createdAt: AT,
        }) as never,
    );
    const markup = renderToStaticMarkup(createElement(SendTable, { rows }));
    expect(markup.match(ALIGNED)).toHaveLength(2);
    expect(markup).toContain("shared by 2 sends");
  });

  test("of the balances of the overview", () => {
    const items = AMOUNTS.map((balance) => ({ currency: "ETH", name: "Ether", balance, usd: null }));
    const wallets = { items, totalUsd: "1", isTotalWhole: true } as never;
    expect(renderToStaticMarkup(createElement(BalancesCard, { wallets })).match(ALIGNED)).toHaveLength(1);
  });

  test("of the recipients of one transaction", () => {
    const others = AMOUNTS.map((amount, index) => ({
      id: `${index}`,
      purpose: "payout",
      amount,
      currency: "ETH",
      toAddress: "0x00",
    }));
    const outgoing = { status: "signed", fromAddress: "0x00", spends: "nonce", versions: [], others, feeMax: "1" };
    const transaction = { feeCurrency: "ETH", feePaid: null, nonce: 1, carried: 3 };
    const send = {
      outgoing: { ...outgoing, blockHeight: null, broadcastCount: 1, lastBroadcastAt: null },
      transaction,
      expired: [],
    };
    const markup = renderToStaticMarkup(createElement(SendTransaction, { send: send as never }));
    expect(markup.match(ALIGNED)).toHaveLength(1);
  });
});
