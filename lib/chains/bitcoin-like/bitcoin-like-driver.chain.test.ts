import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBitcoinLikeRig } from "@/lib/chains/bitcoin-like/testing/bitcoin-like-rig";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { itReadsTheChain, itSurvivesReorganisations } from "@/lib/chains/contract/chain-cases";
import { itFindsDeposits, itIgnoresWhatIsNoDeposit } from "@/lib/chains/contract/deposit-cases";
import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { type ChainNeed, findMissing } from "@/lib/chains/contract/needs";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { itRefusesBadPayouts } from "@/lib/chains/contract/spending-cases";
import { buildPayout, matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { describeUnless } from "@/lib/testing/unless";

const MISSING: readonly ChainNeed[] = [
  "expiry",
  "failed transactions",
  "memos",
  "range limits",
  "tokens",
  "zero transfers",
];
/** Their nodes do not accept replacement transactions. */
const UNREPLACED: readonly ChainNeed[] = [
  "expiry",
  "failed transactions",
  "memos",
  "range limits",
  "replacements",
  "status of pending transfers",
  "tokens",
  "zero transfers",
];

describeUnless(LITECOIND_REQUIREMENT)("the Bitcoin family on one litecoind", () => {
  let station: CoinStation;
  beforeAll(async () => {
    station = await openCoinStation();
  });
  afterAll(() => station?.stop());

  describeChainDriver("Bitcoin", MISSING, () => makeBitcoinLikeRig(station, "btc"));
  describeChainDriver("Litecoin", MISSING, () => makeBitcoinLikeRig(station, "ltc"));
  describeChainDriver("Dogecoin (scripts, fees and signatures)", MISSING, () => makeBitcoinLikeRig(station, "doge"));
  describeChainDriver("Dash (scripts, fees and signatures)", UNREPLACED, () => makeBitcoinLikeRig(station, "dash"));

  it.each(["btc", "doge"] as const)(
    "on %s reports the sender of a single-address payment and none for a multi-address one, pending and in a block",
    async (family) => {
      const rig = await makeBitcoinLikeRig(station, family);
      const { driver, amounts, openSource, createOwner, mine } = rig;
      const holdings = [{ asset: NATIVE, units: amounts.plenty }];
      const open = async () => {
        const source = await openSource(holdings);
        return source.kind === "coins" ? source : expect.fail("coins are spent here");
      };
      const [alone, first, second] = [await open(), await open(), await open()];
      const candidates = [...first.candidates, ...second.candidates];
      const together = { ...first, candidates, required: candidates };
      const before = await driver.head(never());
      const senders: (string | null)[] = [];
      const owners = [await createOwner(), await createOwner()];
      for (const [index, source] of [alone, together].entries()) {
        const to = owners[index] ?? expect.fail("two owners");
        const { signed } = await buildPayout(rig, source, [{ to, asset: NATIVE, units: 777n * amounts.scale }]);
        await driver.broadcast(signed, never());
        senders.push(theOnly(await driver.pending(matching([to]), never())).from);
      }
      expect(senders).toEqual([alone.candidates[0]?.address, null]);
      await mine(1);
      const { transfers } = await scanFrom(driver, before.height + 1, owners);
      const inBlock = owners.map(({ address }) => transfers.find(({ to }) => to.address === address)?.from);
      expect(inBlock).toEqual(senders);
    },
  );

  // Only its own nodes accept its signatures, which carry the fork id: payouts are verified on
  // libauth's virtual machine.
  describe("chain driver: Bitcoin Cash, without what only its own nodes accept", () => {
    let made: ChainRig;
    beforeAll(async () => {
      made = await makeBitcoinLikeRig(station, "bch");
    });
    const rig = () => made;
    it("lacks exactly the capabilities on its list", () => {
      expect(findMissing(rig())).toEqual(UNREPLACED);
    });
    itReadsTheChain(rig, UNREPLACED);
    itFindsDeposits(rig, UNREPLACED);
    itIgnoresWhatIsNoDeposit(rig, UNREPLACED);
    itSurvivesReorganisations(rig, UNREPLACED);
    itRefusesBadPayouts(rig, UNREPLACED);
  });
});
