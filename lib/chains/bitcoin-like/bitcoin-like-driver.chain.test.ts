import { afterAll, beforeAll, describe } from "vitest";
import { makeBitcoinLikeRig } from "@/lib/chains/bitcoin-like/testing/bitcoin-like-rig";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { findLitecoind, warnWithoutLitecoind } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { itReadsTheChain, itSurvivesReorganisations } from "@/lib/chains/contract/chain-cases";
import { itFindsDeposits, itIgnoresWhatIsNoDeposit } from "@/lib/chains/contract/deposit-cases";
import type { ChainRig } from "@/lib/chains/contract/rig";
import { itRefusesBadPayouts } from "@/lib/chains/contract/spending-cases";
import { describeChainDriver } from "@/lib/chains/driver.contract";

const isInstalled = findLitecoind() !== null;
if (!isInstalled) warnWithoutLitecoind("bitcoin-like-driver.chain.test.ts");

describe.skipIf(!isInstalled)("the Bitcoin family on one litecoind", () => {
  let station: CoinStation;
  beforeAll(async () => {
    station = await openCoinStation();
  });
  afterAll(() => station?.stop());

  describeChainDriver("Bitcoin", () => makeBitcoinLikeRig(station, "btc"));
  describeChainDriver("Litecoin", () => makeBitcoinLikeRig(station, "ltc"));
  describeChainDriver("Dogecoin (scripts, fees and signatures)", () => makeBitcoinLikeRig(station, "doge"));
  describeChainDriver("Dash (scripts, fees and signatures)", () => makeBitcoinLikeRig(station, "dash"));

  // No other node takes its signatures, which carry the fork's own mark: what pays out runs on libauth's virtual machine.
  describe("chain driver: Bitcoin Cash, without what only its own nodes accept", () => {
    let made: ChainRig;
    beforeAll(async () => {
      made = await makeBitcoinLikeRig(station, "bch");
    });
    const rig = () => made;
    itReadsTheChain(rig);
    itFindsDeposits(rig);
    itIgnoresWhatIsNoDeposit(rig);
    itSurvivesReorganisations(rig);
    itRefusesBadPayouts(rig);
  });
});
