import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Transfer } from "@/lib/chains/driver";
import { closeDatabase, database, LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/kernel/db";
import { deleteBlocksAbove, markVanishedAbove } from "@/lib/money-in/deposits/chain-repo";
import { newAddress, newHash, nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

/**
 * Anybody can fill a block with transfers to the gateway: recording them must never exceed what one
 * transaction can do.
 */

const [FEW, MANY] = [10, 400] as const;
/**
 * Allows for periodic reads such as the catalog: far fewer statements than one per additional
 * transfer.
 */
const NEARLY = 20;
const CROWD = 100_000;
const TOKEN = 10n ** 18n;

let addresses: readonly { readonly address: string }[];
let invoice: Invoice;

beforeAll(async () => {
  await openGateway(MANY + 10);
  addresses = await database().address.findMany({ select: { address: true }, orderBy: { id: "desc" }, take: MANY });
});
beforeEach(async () => {
  invoice = await newInvoice(await newMerchant());
});
afterAll(closeDatabase);

type TransferInBlock = Omit<Transfer, "block">;
const many = (count: number, make: (index: number) => Partial<Transfer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => transferTo(invoice, TOKEN, make(index))));

async function statementsFor(transfers: readonly TransferInBlock[]): Promise<number> {
  const { record } = await nextBlocks(1, transfers);
  const sent = await sentStatements(async () => expect(await record()).toMatchObject({ isEmpty: false }));
  return sent.length;
}

const to = (index: number) => ({ to: { address: addresses[index]?.address ?? expect.fail(), memo: null } });

describe("the number of statements that record a block does not grow with its transfers", () => {
  test.each<[string, (index: number) => Partial<Transfer>]>([
    ["of one unknown token", () => ({ asset: { kind: "token", contract: "0xspam" } })],
    ["of unknown tokens, each with its own contract", () => ({ asset: { kind: "token", contract: newAddress() } })],
    ["of a known token, to one address", () => ({})],
    ["of a known token, each to another address", to],
    ["in one transaction", (index) => ({ transactionId: `0x${"ab".repeat(32)}`, position: `log:${index}` })],
    ["from a gateway address that this database does not know", () => ({ from: addresses[0]?.address ?? null })],
  ])("%s", async (_, make) => {
    const few = await statementsFor(await many(FEW, make));
    expect(await statementsFor(await many(MANY, make))).toBeLessThan(few + NEARLY);
  });

  test("that come back after a reorganisation", async () => {
    const counts: number[] = [];
    for (const count of [FEW, MANY]) {
      const transfers = await many(count, to);
      const { first, record } = await nextBlocks(1, transfers);
      await record();
      await withTransaction(async (tx) => {
        const below = BigInt(first.height - 1);
        await tx.chainCursor.update({
          where: { networkCode: "bsc" },
          data: { height: below, hash: first.parentHash },
        });
        await deleteBlocksAbove(tx, "bsc", below);
        await markVanishedAbove(tx, "bsc", below);
      });
      counts.push(await statementsFor(transfers));
    }
    expect(counts[1]).toBeLessThan((counts[0] ?? 0) + NEARLY);
  });

  test("or with its receive costs at many addresses", async () => {
    const counts: number[] = [];
    for (const count of [FEW, MANY]) {
      const costs = addresses.slice(0, count).map(({ address }) => ({ transactionId: newHash(), address, units: 1n }));
      const { record } = await nextBlocks(1, [], { costs });
      counts.push((await sentStatements(async () => void (await record()))).length);
    }
    expect(counts[1]).toBeLessThan((counts[0] ?? 0) + NEARLY);
  });
});

describe("a hundred thousand transfers in one block are recorded in one transaction and reverted in one", () => {
  test("of an unknown token, each of them counted", async () => {
    const contract = newAddress();
    const { record } = await nextBlocks(1, await many(CROWD, () => ({ asset: { kind: "token", contract } })));
    expect(await record()).toMatchObject({ isEmpty: false });
    expect(await database().unknownToken.findMany({ where: { contract } })).toMatchObject([{ count: BigInt(CROWD) }]);
  });

  test("of a known token, each of them a deposit", async () => {
    const { first, record } = await nextBlocks(1, await many(CROWD, (index) => ({ position: `log:${index}` })));
    expect(await record()).toMatchObject({ isEmpty: false });
    expect(await database().deposit.count({ where: { ownerId: invoice.id } })).toBe(CROWD);
    const leave = (tx: Tx) => markVanishedAbove(tx, "bsc", BigInt(first.height - 1));
    expect(await withTransaction(leave, { transactionMs: LONG_TRANSACTION_MS })).toHaveLength(CROWD);
  });
});

test("only the thousand most recent unknown tokens are kept, and a later one replaces an older one", async () => {
  const [crowd, late] = [Array.from({ length: 1_500 }, newAddress), newAddress()];
  const { record } = await nextBlocks(
    1,
    await many(crowd.length, (index) => ({ asset: { kind: "token", contract: crowd[index] ?? "" } })),
  );
  await record();
  expect(await database().unknownToken.count()).toBe(1_000);
  const last = await transferTo(invoice, 1n, { asset: { kind: "token", contract: late } });
  await (await nextBlocks(1, [last])).record();
  expect(await database().unknownToken.count()).toBe(1_000);
  expect(await database().unknownToken.findFirst({ where: { contract: late } })).toMatchObject({
    count: 1n,
    lastTransactionId: last.transactionId,
    lastToAddress: invoice.currentQuote?.address,
  });
});
