import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { decimal } from "@/lib/kernel/money/decimal";
import { heldFunds } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { countLockWaits } from "@/lib/testing/lock-waits";

/**
 * A payer renews exactly while the watcher records a payment sent after expiry. The renewed price
 * is half of the old one.
 */

const ROUNDS = 30;
const AMOUNT = "0.05";
/** When the payment was seen, relative to the creation of the new quote. */
const OFFSETS_MS = [-1, 0, 1];

let merchantId: string;
/** A connection that blocks steps which would be too fast to interleave. */
let holder: pg.Client;

beforeAll(async () => {
  await openGateway(100);
  holder = new pg.Client({ connectionString: env().DATABASE_URL, application_name: "holder" });
  await holder.connect();
});
beforeEach(async () => {
  merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
});
afterAll(async () => {
  await holder?.end();
  await closeDatabase();
});

type Race = {
  readonly invoice: Invoice;
  readonly renew: () => Promise<void>;
  /** Inserts and commits the watcher's row. */
  readonly write: () => Promise<string>;
  /** Inserts the same row in an open transaction, where it is still invisible. */
  readonly writeUncommitted: () => Promise<{ readonly depositId: string; readonly commit: () => Promise<void> }>;
  readonly settle: () => Promise<void>;
  /** Settles once more and checks the deposit's outcome against the rule. */
  readonly expectOnce: (depositId: string) => Promise<"late" | "counted">;
};

/**
 * Expires after ten minutes, is closed in the eleventh, paid in the twelfth; renewed and recorded
 * at the end of the fourteenth.
 */
async function newRace(offsetMs: number): Promise<Race> {
  await setPrice("ETH", "2000");
  const fields = { currency: "USD", to_currency: "ETH", network: "eth", lifetime: "600" };
  const invoice = await newInvoice(merchantId, fields);
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, minutesFromNow(11));
  await expireInvoices(minutesFromNow(11));
  expect((await invoiceNow(invoice.id)).status).toBe("cancel");
  await setPrice("ETH", "4000");
  const renewedAt = minutesFromNow(14);
  const seenAt = new Date(renewedAt.getTime() + offsetMs);
  const before = await sumsNow();
  const came = { amount: AMOUNT, currency: "ETH", network: "eth", blockTime: minutesFromNow(12), seenAt } as const;
  return {
    invoice,
    // Rejected where the payment came first.
    renew: () => renewForPayer(invoice.id, null, renewedAt).catch(expectRefused),
    write: () => pay(invoice, came),
    async writeUncommitted() {
      await holder.query("BEGIN");
      const { rows } = await holder.query<{ id: string }>(
        `INSERT INTO deposits (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id,
           owner_kind, owner_id, block_height, block_hash, block_time, seen_at)
         SELECT $2, 'open:' || gen_random_uuid(), 'native', 'ETH', $3, '0x1', a.address, a.id, a.owner_kind, a.owner_id, $4, '0x2', $5, $6
         FROM addresses a WHERE a.owner_kind = 'invoice' AND a.owner_id = $1 RETURNING id`,
        [invoice.id, "eth", AMOUNT, START_HEIGHT - CONFIRMATIONS + 1, came.blockTime, seenAt],
      );
      return { depositId: rows[0]?.id ?? "", commit: async () => void (await holder.query("COMMIT")) };
    },
    settle: () => settleInvoice(invoice.id, minutesFromNow(15)),
    async expectOnce(depositId) {
      await settleInvoice(invoice.id, minutesFromNow(15));
      const isRenewed = (await database().quote.count({ where: { invoiceId: invoice.id } })) === 2;
      const counts = isRenewed && offsetMs >= 0;
      const { status, paidAmount } = await invoiceNow(invoice.id);
      expect([status, paidAmount.toFixed()]).toEqual(
        counts ? ["paid_over", AMOUNT] : [isRenewed ? "check" : "cancel", "0"],
      );
      const cases = await database().case.findMany({ where: { depositId }, select: { kind: true, status: true } });
      expect(cases).toEqual(counts ? [] : [{ kind: "late", status: "open" }]);
      expect(await database().invoiceCredit.count({ where: { depositId } })).toBe(counts ? 1 : 0);
      const { wallet, held } = await sumsNow();
      expect([wallet.minus(before.wallet).toFixed(), held.minus(before.held).toFixed()]).toEqual(
        counts ? ["0.0495", "0"] : ["0", AMOUNT],
      );
      expect(await bookDifferences()).toEqual([]);
      return counts ? "counted" : "late";
    },
  };
}

function expectRefused(error: unknown): void {
  expect(error).toMatchObject({ code: "refused", reason: "renewal_paid" });
}

async function sumsNow() {
  const wallet = await walletOf(merchantId, "ETH");
  return { wallet: decimal(wallet), held: await findBalance(heldFunds(merchantId, "ETH")) };
}

describe("a renewal and a payment sent after expiry", () => {
  test.each(OFFSETS_MS)(
    "recorded first (seen %i ms from the new price): the renewal is rejected, and the payment is late",
    async (offset) => {
      const race = await newRace(offset);
      const depositId = await race.write();
      await race.renew();
      expect(await race.expectOnce(depositId)).toBe("late");
    },
  );

  test.each(OFFSETS_MS)("recorded while the renewal commits first (seen %i ms from it)", async (offset) => {
    const race = await newRace(offset);
    const { depositId, commit } = await race.writeUncommitted();
    await race.renew();
    expect((await invoiceNow(race.invoice.id)).status).toBe("check");
    await commit();
    expect(await race.expectOnce(depositId)).toBe(offset < 0 ? "late" : "counted");
  });

  test.each(OFFSETS_MS)(
    "recorded and settled while the renewal has checked but not committed (seen %i ms from it)",
    async (offset) => {
      const race = await newRace(offset);
      await holder.query("BEGIN");
      await holder.query("LOCK TABLE quotes IN SHARE MODE");
      const renewing = race.renew();
      await expect.poll(countLockWaits).toBe(1);
      const depositId = await race.write();
      const settling = race.settle();
      await expect.poll(countLockWaits).toBe(2);
      await holder.query("COMMIT");
      await Promise.all([renewing, settling]);
      expect(await race.expectOnce(depositId)).toBe(offset < 0 ? "late" : "counted");
    },
  );

  test("concurrently, in any order, many times: counted at the new price or a late case, never both, never lost", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const race = await newRace(OFFSETS_MS[round % OFFSETS_MS.length] ?? 0);
      const watch = async () => {
        // Each round starts the insert at a different point of the renewal.
        for (let step = 0; step < round; step += 1) await database().$queryRaw`SELECT 1`;
        const depositId = await race.write();
        await race.settle();
        return depositId;
      };
      const [depositId] = await Promise.all([watch(), race.renew()]);
      await race.expectOnce(depositId);
    }
  }, 240_000);
});

describe("a renewal and a concurrent one of the same invoice", () => {
  test("that commits after the invoice was read as closed: nothing is left to do, and no error is thrown", async () => {
    const { invoice } = await newRace(0);
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE cases IN ACCESS EXCLUSIVE MODE");
    const renewing = renewForPayer(invoice.id);
    await expect.poll(countLockWaits).toBe(1);
    await holder.query(
      "UPDATE invoices SET status = 'check', final_at = NULL, expires_at = now() + interval '10 minutes' WHERE id = $1",
      [invoice.id],
    );
    await holder.query("COMMIT");
    await renewing;
    expect(await database().quote.count({ where: { invoiceId: invoice.id } })).toBe(1);
  });
});
