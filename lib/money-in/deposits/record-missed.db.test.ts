import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainDriver, Transfer } from "@/lib/chains/driver";
import { closeDatabase, database } from "@/lib/kernel/db";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { recordUnseen } from "@/lib/money-in/deposits/search-surplus";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

const network = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: false } as const;
const newHash = () => `0x${randomBytes(32).toString("hex")}`;

beforeAll(() => openGateway());
afterAll(closeDatabase);

test("records each find once, but nothing beyond the balance's growth, from another branch or from a block not yet read", async () => {
  const invoice = await newInvoice(await newMerchant());
  const { id, address } = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
  const cursor = await readCursor("bsc");
  if (cursor === null) return expect.fail("bsc is read");
  const read = { height: Number.parseInt(cursor.height.toString(), 10), hash: newHash(), parentHash: newHash() };
  const block = { ...read, time: new Date() };
  await database().chainBlock.deleteMany({ where: { networkCode: "bsc" } });
  await database().chainBlock.create({ data: { networkCode: "bsc", ...block, height: cursor.height } });
  const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
    transactionId: newHash(),
    position: "trace:0",
    asset: { kind: "native" },
    units: 5n,
    to: { address, memo: null },
    from: null,
    block,
    ...changes,
  });
  const other = { ...block, hash: newHash() };
  const driver = {
    family: "evm",
    features: { spending: "nonce" },
    blockAt: async () => other,
  } as object as ChainDriver;
  const record = (transfers: readonly Transfer[], units: bigint, height = block.height) =>
    recordUnseen(
      driver,
      network,
      { at: { id, address }, gain: { height, units }, transfers },
      AbortSignal.timeout(60_000),
    );
  const count = () => database().deposit.count({ where: { ownerId: invoice.id } });

  const found = transfer();
  expect(await record([found], 4n)).toBe(false);
  expect(await record([transfer({ block: other })], 5n)).toBe(false);
  const above = { ...block, height: block.height + 1 };
  expect(await record([transfer({ block: above })], 5n, above.height)).toBe(false);
  // Below the stored blocks, from nodes whose block at the lowest stored height differs.
  const below = { ...block, height: block.height - 1 };
  expect(await record([transfer({ block: below })], 5n, below.height)).toBe(false);
  expect(await record([], 5n)).toBe(false);
  expect(await count()).toBe(0);
  expect(await record([found], 5n)).toBe(true);
  expect(await record([found], 5n)).toBe(false);
  expect(await record([found, transfer()], 5n)).toBe(true);
  expect(await count()).toBe(2);
});
