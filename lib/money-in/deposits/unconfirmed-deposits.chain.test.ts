import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBitcoinLikeRig } from "@/lib/chains/bitcoin-like/testing/bitcoin-like-rig";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { buildPayout, never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import type { FeeEstimate, SpendSource } from "@/lib/chains/spending";
import { growKeyTree } from "@/lib/custody/key-tree";
import { refillAddressPool } from "@/lib/custody/refill-address-pool";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { describeUnless } from "@/lib/testing/unless";

const NETWORK: ReadNetwork = {
  code: "ltc",
  family: "ltc",
  isSandbox: true,
  lagLimitSeconds: 1_000_000_000,
  needsSecondNode: false,
};
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const LTC_ORDER = { amount: "1", currency: "LTC", network: "ltc", url_callback: "https://shop.example/hook" };
const PURSE_UNITS = 300_000_000n;
const LTC_DECIMALS = 8;
/** The node first mines some hundred blocks. */
const START_MS = 120_000;
describeUnless(LITECOIND_REQUIREMENT)(
  "an invoice in Litecoin, on a node whose blocks come when they are told to",
  () => {
    let station: CoinStation;
    let rig: ChainRig;

    beforeAll(async () => {
      station = await openCoinStation();
      rig = await makeBitcoinLikeRig(station, "ltc");
      await openGateway(1);
      await withTransaction(async (tx) => {
        await applySandbox(tx, [{ network: "ltc", chainId: null, tokens: [] }]);
        await tx.network.update({ where: { code: "ltc" }, data: { confirmations: 2 } });
      });
      await setPrice("LTC", "100");
      await refillAddressPool(growKeyTree(MNEMONIC), "ltc", { size: 20, refillBelow: 20 });
      await readToHead();
      clearCatalogCache();
    }, START_MS);
    afterAll(async () => {
      await station?.stop();
      await closeDatabase();
    });

    async function readToHead(driver: ChainDriver = rig.driver): Promise<void> {
      while ((await readChain(driver, NETWORK, AbortSignal.timeout(START_MS))) === "more");
    }

    /** Reads to the head and settles, as a worker does. Returns the resulting invoice. */
    async function look(invoice: Invoice, driver?: ChainDriver) {
      await readToHead(driver);
      await settleInvoice(invoice.id);
      const deposits = await database().deposit.findMany({
        where: { ownerId: invoice.id },
        orderBy: [{ seenAt: "asc" }, { id: "asc" }],
      });
      const shown = deposits.map(({ status, blockHeight, inclusion }) =>
        [status, blockHeight === null ? "waiting" : "in a block", inclusion].join(" "),
      );
      return { status: (await invoiceNow(invoice.id)).status, shown };
    }

    type Replaceable = { readonly source: SpendSource; readonly fee: FeeEstimate };
    const openPurse = () => rig.openSource([{ asset: NATIVE, units: PURSE_UNITS }]);

    /**
     * Submits a payment to the node. It replaces another payment that spends the same coin if its
     * fee is higher.
     */
    async function send(source: SpendSource, to: string, units: bigint, replaces?: Replaceable): Promise<Replaceable> {
      const outputs = [{ to: { address: to, memo: null }, asset: NATIVE, units }];
      const { signed, fee } = await buildPayout(rig, source, outputs, replaces?.fee ?? null);
      expect(await rig.driver.broadcast(signed, never())).toBe("accepted");
      return { source, fee };
    }

    async function newOrder() {
      const merchantId = await newMerchant();
      const invoice = await newInvoice(merchantId, LTC_ORDER);
      const quote = invoice.currentQuote ?? expect.fail();
      return { merchantId, invoice, to: quote.address, due: toBaseUnits(quote.payerAmount, LTC_DECIMALS) };
    }

    const webhooksOf = async (invoice: Invoice) =>
      (
        await database().webhookDelivery.findMany({ where: { objectId: invoice.id }, orderBy: { sequence: "asc" } })
      ).map(({ eventStatus }) => eventStatus);

    it("is in process before any block, follows a replacement that pays more, and is paid once the replacement is confirmed", async () => {
      const { merchantId, invoice, to, due } = await newOrder();
      const purse = await openPurse();
      const first = await send(purse, to, due / 2n);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["seen waiting 1"] });
      await send(purse, to, due, first);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["vanished waiting 1", "seen waiting 1"] });
      await station.mine(1);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["vanished waiting 1", "seen in a block 1"] });
      expect(await walletOf(merchantId, "LTC")).toBe("0");
      await station.mine(1);
      expect(await look(invoice)).toEqual({ status: "paid", shown: ["vanished waiting 1", "confirmed in a block 1"] });
      expect(await walletOf(merchantId, "LTC")).not.toBe("0");
      expect(await webhooksOf(invoice)).toEqual(["process", "paid"]);
      expect(await bookDifferences()).toEqual([]);
    });

    it("names the sender before any block, in the webhook too, and is locked when a list names that address", async () => {
      const { merchantId, invoice, to, due } = await newOrder();
      const purse = await openPurse();
      const payer = purse.kind === "coins" ? (purse.candidates[0]?.address ?? "") : expect.fail("coins are spent here");
      await importScreeningList({ name: "sanctions", format: "csv", text: `${payer},ltc,Stolen`, actorId: null });
      await send(purse, to, due);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["seen waiting 1"] });
      expect((await invoiceNow(invoice.id)).fromAddress).toBe(payer);
      await station.mine(2);
      expect(await look(invoice)).toEqual({ status: "locked", shown: ["confirmed in a block 1"] });
      expect(await walletOf(merchantId, "LTC")).toBe("0");
      expect(await database().case.findMany({ where: { merchantId } })).toMatchObject([
        { kind: "locked", status: "open" },
      ]);
      const told = await database().webhookDelivery.findMany({
        where: { objectId: invoice.id },
        orderBy: { sequence: "asc" },
      });
      expect(told.map(({ payload }) => JSON.parse(payload))).toMatchObject([
        { status: "process", from: payer },
        { status: "locked", from: payer },
      ]);
      expect(await bookDifferences()).toEqual([]);
    });

    it("waits for a payment again when its coin was spent elsewhere, and credits nothing", async () => {
      const { merchantId, invoice, to, due } = await newOrder();
      const purse = await openPurse();
      const first = await send(purse, to, due);
      expect((await look(invoice)).status).toBe("process");
      const { address } = await rig.createOwner();
      await send(purse, address, due, first);
      expect(await look(invoice)).toEqual({ status: "check", shown: ["vanished waiting 1"] });
      await station.mine(3);
      expect(await look(invoice)).toEqual({ status: "check", shown: ["vanished waiting 1"] });
      expect(await walletOf(merchantId, "LTC")).toBe("0");
      expect(await webhooksOf(invoice)).toEqual(["process", "check"]);
      expect(await bookDifferences()).toEqual([]);
    });

    it("stays in process when a reorganisation returns its payment to the mempool", async () => {
      const { invoice, to, due } = await newOrder();
      await send(await openPurse(), to, due);
      expect((await look(invoice)).shown).toEqual(["seen waiting 1"]);
      await station.mine(1);
      expect((await look(invoice)).shown).toEqual(["seen in a block 1"]);
      await station.undo(1);
      await station.mineOnly([]);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["seen waiting 2"] });
      await station.mine(2);
      expect(await look(invoice)).toEqual({ status: "paid", shown: ["confirmed in a block 2"] });
      expect(await bookDifferences()).toEqual([]);
    });

    it("is corrected by the next worker when one stops between recording a replacement and ending the replaced payment", async () => {
      const { invoice, to, due } = await newOrder();
      const purse = await openPurse();
      const first = await send(purse, to, due / 2n);
      await look(invoice);
      await send(purse, to, due, first);
      const ending: ChainDriver = {
        ...rig.driver,
        mempoolStatusByEach: () => Promise.reject(new Error("the worker ends")),
      };
      expect((await look(invoice, ending)).shown).toEqual(["seen waiting 1", "seen waiting 1"]);
      expect(await look(invoice)).toEqual({ status: "process", shown: ["vanished waiting 1", "seen waiting 1"] });
      await station.mine(2);
      expect((await look(invoice)).status).toBe("paid");
      expect(await bookDifferences()).toEqual([]);
    });
  },
);
