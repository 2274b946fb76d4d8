import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/curves/utils.js";
import { RawTx, Transaction } from "@scure/btc-signer";
import { p2wpkh } from "@scure/btc-signer/payment.js";
import { isLosslessNumber } from "lossless-json";
import { type Litecoind, startLitecoind } from "@/lib/chains/bitcoin-like/testing/litecoind";

const COIN = 100_000_000n;
const FEE_UNITS = 20_000n;
/** Rewards halve after 150 blocks and mature after 100. */
const RICH_BLOCKS = 150;
const RIPENING_BLOCKS = 100;
const REWARD_UNITS = 50n * COIN;
/** Denominations of the third party's purse: large coins for a chain with a high dust limit. */
const PURSE: readonly (readonly [count: number, units: bigint])[] = [
  [8, 130n * COIN],
  [420, 12n * COIN],
];

export type ScriptPayment = { readonly scriptHex: string; readonly units: bigint };
type PurseCoin = { readonly transactionId: string; readonly index: number; readonly units: bigint };
type SignedPayment = { readonly id: string; readonly raw: string };

/**
 * One node with a well-funded third party, for all rigs of a file: scripts are the same on every
 * chain of the family.
 */
export type CoinStation = {
  readonly litecoind: Litecoind;
  /**
   * Signs a payment from one of the third party's coins that is old enough to survive every
   * reorganisation of a test.
   */
  readonly sign: (payments: readonly ScriptPayment[]) => SignedPayment;
  /**
   * Signs a payment back to the third party from the coin that `paid` spends: a chain accepts only
   * one of the two.
   */
  readonly signRival: (paid: SignedPayment) => SignedPayment;
  /** Signs a payment from a coin that does not exist. */
  readonly signOrphan: (transactionId: string) => SignedPayment;
  /** Signs and sends; the transaction is pending until the next block. */
  readonly pay: (payments: readonly ScriptPayment[]) => Promise<string>;
  /**
   * Mines blocks; the first includes everything pending, the third party's payments in the order of
   * creation.
   */
  readonly mine: (blocks: number) => Promise<void>;
  /** Mines one block of exactly these raw transactions. */
  readonly mineOnly: (raws: readonly string[]) => Promise<void>;
  /** Invalidates the newest blocks; their transactions are pending again. */
  readonly undo: (depth: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function openCoinStation(flags: readonly string[] = []): Promise<CoinStation> {
  const litecoind = await startLitecoind(flags);
  try {
    return await furnish(litecoind);
  } catch (error) {
    await litecoind.stop();
    throw error;
  }
}

async function furnish(litecoind: Litecoind): Promise<CoinStation> {
  const { rpc } = litecoind;
  const key = secp256k1.keygen();
  const home = Buffer.from(p2wpkh(key.publicKey).script).toString("hex");
  const purse = await fillPurse(litecoind, key.secretKey, home);
  const taken: PurseCoin[] = [];
  const sent: string[] = [];

  const sign = (payments: readonly ScriptPayment[]): SignedPayment => {
    const needed = payments.reduce((total, { units }) => total + units, FEE_UNITS);
    const place = purse.findIndex(({ units }) => units >= needed);
    const [coin] = purse.splice(place, 1);
    if (place < 0 || coin === undefined) throw new Error("the stranger's purse has no coin for that");
    taken.push(coin);
    // The leftover is given up: a pending change coin would tie payments to each other.
    const change = { scriptHex: home, units: coin.units - needed };
    return signWith(key.secretKey, home, [coin], [...payments, change]);
  };
  const mineOnly = async (raws: readonly string[]) => {
    await rpc("generateblock", [descriptorOf(unownedScript()), raws]);
  };
  return {
    litecoind,
    sign,
    signRival({ raw }) {
      const [input] = RawTx.decode(hexToBytes(raw)).inputs;
      const transactionId = Buffer.from(input?.txid ?? []).toString("hex");
      const coin = taken.find((one) => one.transactionId === transactionId && one.index === input?.index);
      if (coin === undefined) throw new Error("it is no payment of the stranger's");
      return signWith(key.secretKey, home, [coin], [{ scriptHex: home, units: coin.units - FEE_UNITS }]);
    },
    signOrphan(transactionId) {
      const coin = { transactionId, index: 0, units: COIN };
      return signWith(key.secretKey, home, [coin], [{ scriptHex: home, units: COIN / 2n }]);
    },
    async pay(payments) {
      const { id, raw } = sign(payments);
      await rpc("sendrawtransaction", [raw]);
      sent.push(id);
      return id;
    },
    async mine(blocks) {
      if (blocks === 0) return;
      await rpc("generateblock", [descriptorOf(home), await inOrder(litecoind, sent)]);
      if (blocks > 1) await rpc("generatetodescriptor", [blocks - 1, descriptorOf(home)]);
    },
    mineOnly,
    async undo(depth) {
      const height = Number(String(await rpc("getblockcount")));
      await rpc("invalidateblock", [await rpc("getblockhash", [height - depth + 1])]);
    },
    stop: litecoind.stop,
  };
}

/** Splits the rewards of the first blocks into coins of useful sizes, smallest first. */
async function fillPurse({ rpc }: Litecoind, secret: Uint8Array, home: string): Promise<PurseCoin[]> {
  const hashes = (await rpc("generatetodescriptor", [RICH_BLOCKS - 1, descriptorOf(home)])) as readonly string[];
  await rpc("generatetodescriptor", [RIPENING_BLOCKS, descriptorOf(unownedScript())]);
  const rewards: PurseCoin[] = [];
  for (const hash of hashes) {
    const { tx } = (await rpc("getblock", [hash, 1])) as { tx: readonly string[] };
    rewards.push({ transactionId: tx[0] ?? "", index: 0, units: REWARD_UNITS });
  }
  const payments = PURSE.flatMap(([count, units]) => Array.from({ length: count }, () => ({ scriptHex: home, units })));
  const total = payments.reduce((sum, { units }) => sum + units, 50n * FEE_UNITS);
  const enough = rewards.slice(0, Number(total / REWARD_UNITS) + 1);
  const { id, raw } = signWith(secret, home, enough, payments);
  await rpc("sendrawtransaction", [raw, 0]);
  await rpc("generatetodescriptor", [6, descriptorOf(home)]);
  return payments.map(({ units }, index) => ({ transactionId: id, index, units })).reverse();
}

function signWith(
  secret: Uint8Array,
  home: string,
  coins: readonly PurseCoin[],
  payments: readonly ScriptPayment[],
): SignedPayment {
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  const script = hexToBytes(home);
  for (const { transactionId, index, units } of coins) {
    transaction.addInput({ txid: transactionId, index, witnessUtxo: { script, amount: units } });
  }
  for (const { scriptHex, units } of payments) {
    transaction.addOutput({ script: hexToBytes(scriptHex), amount: units });
  }
  transaction.sign(secret);
  transaction.finalize();
  return { id: transaction.id, raw: transaction.hex };
}

/**
 * Pending transactions: the third party's in order of creation, the others after what they spend.
 */
async function inOrder({ rpc }: Litecoind, sent: readonly string[]): Promise<readonly string[]> {
  const waiting = Object.entries((await rpc("getrawmempool", [true])) as Record<string, { ancestorcount: unknown }>);
  const depths = new Map(waiting.map(([id, { ancestorcount }]) => [id, numberOf(ancestorcount)]));
  const others = [...depths.keys()].filter((id) => !sent.includes(id));
  others.sort((left, right) => (depths.get(left) ?? 0) - (depths.get(right) ?? 0));
  return [...sent.filter((id) => depths.has(id)), ...others];
}

function numberOf(value: unknown): number {
  return isLosslessNumber(value) ? Number(value.value) : 0;
}

/**
 * A new one each time: two blocks in the same second with the same contents would be the same
 * block.
 */
function unownedScript(): string {
  return Buffer.from(p2wpkh(secp256k1.keygen().publicKey).script).toString("hex");
}

function descriptorOf(scriptHex: string): string {
  return `raw(${scriptHex})`;
}
