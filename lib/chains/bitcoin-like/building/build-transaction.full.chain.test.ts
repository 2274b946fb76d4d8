import { hex } from "@scure/base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assembleCoinsTransfer } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import { buildCoinsTransfer, viewUnsigned } from "@/lib/chains/bitcoin-like/building/build-transaction";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { estimateCoinsFee } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { digestsOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { addressOfScript, scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { addressAt, requestOf, sign } from "@/lib/chains/bitcoin-like/building/testing/sample-wallet";
import { dustOf } from "@/lib/chains/bitcoin-like/building/transaction-fee";
import { parsePlan, printPlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import type { Coin, FeeEstimate, SignedTransfer, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { describeUnless } from "@/lib/testing/unless";

const COIN = 100_000_000n;
const CHEAP = { estimated: 2_000n, minimum: null, incremental: null };

describeUnless(LITECOIND_REQUIREMENT)("built transactions, judged by a node", () => {
  let station: CoinStation;
  beforeAll(async () => {
    station = await openCoinStation();
  });
  afterAll(() => station?.stop());

  /** Confirmed coins of the sample wallet, and the transaction that created them. */
  async function fund(family: CoinFamily, amounts: readonly bigint[]) {
    const owners = amounts.map((_, index) => addressAt(family, index % 5));
    const payments = amounts.map((units, index) => ({
      scriptHex: scriptOfAddress(family, owners[index] ?? ""),
      units,
    }));
    const transactionId = await station.pay(payments);
    const raw = String(await station.litecoind.rpc("getrawtransaction", [transactionId]));
    await station.mine(1);
    const coins = amounts.map((units, index): Coin => ({ transactionId, index, units, address: owners[index] ?? "" }));
    return { coins, previousTransactions: new Map([[transactionId, raw]]) };
  }

  /** Signs again after a change of the payload. */
  const finish = (family: CoinFamily, unsigned: UnsignedTransfer): SignedTransfer => {
    const digests = digestsOf(parsePlan(unsigned));
    const requests = unsigned.signingRequests.map((request, index) => ({
      ...request,
      message: digests[index] ?? request.message,
    }));
    return assembleCoinsTransfer(unsigned, sign(family, requests));
  };

  /** The node's verdict, without submitting the transaction. */
  async function trial({ raw }: SignedTransfer): Promise<Record<string, unknown>> {
    const [answer] = (await station.litecoind.rpc("testmempoolaccept", [[hex.encode(raw)]])) as Record<
      string,
      unknown
    >[];
    return answer ?? {};
  }

  const build = (family: CoinFamily, request: TransferRequest, replaces: FeeEstimate | null = null) => {
    const fee = estimateCoinsFee({ family, request, priority: "economy", replaces, rates: CHEAP });
    return buildCoinsTransfer({ family, request, fee, previousTransactions: new Map() });
  };

  /** Moves so many units from the first output or the fee to the change. */
  const shifted = (unsigned: UnsignedTransfer, units: bigint, from: "first" | "fee"): UnsignedTransfer => {
    const plan = parsePlan(unsigned);
    const last = plan.outputs.length - 1;
    const outputs = plan.outputs.map((output, index) => {
      const taken = from === "first" && index === 0 ? units : 0n;
      const given = index === last ? units : 0n;
      return { ...output, units: output.units - taken + given };
    });
    return { ...unsigned, payload: printPlan({ ...plan, outputs }) };
  };

  test("an output of each kind may be as small as our limit, and not one unit smaller", async () => {
    const [short, long] = ["11".repeat(20), "11".repeat(32)];
    const key = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    const kinds = [`76a914${short}88ac`, `a914${short}87`, `0014${short}`, `0020${long}`, `5120${key}`];
    const { coins } = await fund("ltc", [COIN]);
    for (const script of kinds) {
      const request = requestOf("ltc", [dustOf("ltc", script)], { candidates: coins });
      const to = { address: addressOfScript("ltc", script) ?? "", memo: null };
      const unsigned = build("ltc", { ...request, outputs: request.outputs.map((output) => ({ ...output, to })) });
      expect(await trial(finish("ltc", unsigned))).toMatchObject({ allowed: true });
      const smaller = await trial(finish("ltc", shifted(unsigned, 1n, "first")));
      expect(smaller).toMatchObject({ allowed: false, "reject-reason": "dust" });
    }
  });

  test.each(["ltc", "doge"] as const)("%s: our size matches the node's, for one input and for many", async (family) => {
    const { coins, previousTransactions } = await fund(
      family,
      Array.from({ length: 80 }, () => COIN / 10n),
    );
    for (const payment of [COIN / 20n, (COIN * 77n) / 10n]) {
      const request = requestOf(family, [payment], { candidates: coins });
      const fee = estimateCoinsFee({ family, request, priority: "economy", replaces: null, rates: CHEAP });
      const unsigned = buildCoinsTransfer({ family, request, fee, previousTransactions });
      const { virtualSize, inputs } = viewUnsigned(unsigned);
      const signed = finish(family, unsigned);
      // The node's own fee limit is for Litecoin prices.
      const raw = hex.encode(signed.raw);
      expect(await station.litecoind.rpc("testmempoolaccept", [[raw], 0])).toMatchObject([{ allowed: true }]);
      const { vsize, txid } = (await station.litecoind.rpc("decoderawtransaction", [raw])) as Record<string, unknown>;
      expect(txid).toBe(signed.transactionId);
      const counted = BigInt(String(vsize));
      expect(counted).toBeLessThanOrEqual(BigInt(virtualSize));
      expect(counted).toBeGreaterThanOrEqual(BigInt(virtualSize - inputs.length));
    }
  });

  test("a replacement with the minimum raise is accepted repeatedly, and one that pays less is not", async () => {
    const { coins } = await fund("ltc", [COIN, COIN]);
    const request = requestOf("ltc", [COIN / 2n], { candidates: coins });
    let version = build("ltc", request);
    for (let replaced = 0; replaced < 3; replaced += 1) {
      const signed = finish("ltc", version);
      expect(await station.litecoind.rpc("sendrawtransaction", [hex.encode(signed.raw)])).toBe(signed.transactionId);
      const required = signed.spends.kind === "coins" ? signed.spends.coins : [];
      version = build("ltc", requestOf("ltc", [COIN / 2n], { candidates: coins, required }), version.fee);
      const tooLittle = shifted(version, BigInt(viewUnsigned(version).virtualSize) / 2n, "fee");
      expect(await trial(finish("ltc", tooLittle))).toMatchObject({ allowed: false });
    }
    expect(await trial(finish("ltc", version))).toMatchObject({ allowed: true });
  });
});
