import { secp256k1 } from "@noble/curves/secp256k1.js";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { ADDRESS_CASES } from "@/lib/chains/bitcoin-like/testing/address-cases";
import type { CoinStation, ScriptPayment } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { type ChainRig, EVERY_ABILITY, type Payment, type RigAmounts } from "@/lib/chains/contract/rig";
import type { Coin, SigningRequest, SpendSource } from "@/lib/chains/spending";
import { encodeBitcoinAddress } from "@/lib/custody/addresses/bitcoin-family";

/** On Dogecoin the dust limit is a hundred times higher, and so are fees. */
const DOGE_AMOUNTS: RigAmounts = { scale: 1_000_000n, plenty: 1_000_000_000n };
const AMOUNTS: RigAmounts = { scale: 10_000n, plenty: 100_000_000n };

/**
 * Creates one chain of the family on a shared litecoind: scripts are the same on all of them, and
 * only our code uses the address texts. Stopping the rig leaves the node running.
 */
export async function makeBitcoinLikeRig(station: CoinStation, family: CoinFamily): Promise<ChainRig> {
  const keys = createKeys(family);
  const amounts = family === "doge" ? DOGE_AMOUNTS : AMOUNTS;
  const native = { symbol: family.toUpperCase(), decimals: 8 };
  const common = { network: family, family, urls: [station.litecoind.url], native };
  const toScripts = (payments: readonly Payment[]): readonly ScriptPayment[] =>
    payments.map(({ to, units }) => ({ scriptHex: scriptOfAddress(family, to.address), units }));
  return {
    shape: "coins",
    amounts,
    abilities: {
      ...EVERY_ABILITY,
      // Zero-value outputs exist only to carry data.
      zeroTransfers: false,
      // No node stores the unspent outputs of an earlier height.
      pastBalances: false,
      // Dash and Bitcoin Cash removed replacement from their nodes.
      replacement: parametersOf(family).replacement,
    },
    driver: createBitcoinLikeDriver({ ...common, isSandbox: true }),
    misconfigured: createBitcoinLikeDriver({ ...common, isSandbox: false }),
    token: null,
    unknownToken: null,
    contracts: [],
    addresses: ADDRESS_CASES[family],
    createOwner: async () => ({ address: keys.create(), memo: null }),
    pay: (payments) => station.pay(toScripts(payments)),
    // A failing transaction is never in a block.
    payInVain: null,
    mine: station.mine,
    reorganise: (depth, reinclude) => reorganise(station, depth, reinclude),
    // Blocks are requested one by one.
    limitRange: null,
    async openSource(holdings) {
      const address = keys.create();
      const payments = holdings.map(({ asset, units }) => ({ to: { address, memo: null }, asset, units }));
      const transactionId = await station.pay(toScripts(payments));
      await station.mine(1);
      const coins = holdings.map(({ units }, index) => ({ transactionId, index, units, address }));
      return sourceOf(coins, keys.create());
    },
    sign: async (requests) => requests.map(keys.sign),
    expire: null,
    stop: async () => {},
  };
}

/**
 * All of the coins are required, as in a replacement: the suite builds its rivals on one source.
 */
function sourceOf(coins: readonly Coin[], changeAddress: string): SpendSource {
  return { kind: "coins", candidates: coins, required: coins, changeAddress };
}

async function reorganise(station: CoinStation, depth: number, reinclude: readonly string[]): Promise<void> {
  const { rpc } = station.litecoind;
  const named: string[] = [];
  for (const id of reinclude) named.push(String(await rpc("getrawtransaction", [id, false])));
  const stranger = station.sign([]).raw;
  await station.undo(depth);
  for (let left = depth; left > 1; left -= 1) await station.mineOnly([]);
  await station.mineOnly([stranger, ...named]);
}

type Keys = { readonly create: () => string; readonly sign: (request: SigningRequest) => Uint8Array };

/**
 * Signs in place of custody: its addresses, and its signature format with the recovery byte last.
 */
function createKeys(family: CoinFamily): Keys {
  const secrets = new Map<string, Uint8Array>();
  return {
    create() {
      const { secretKey, publicKey } = secp256k1.keygen();
      const address = encodeBitcoinAddress(family, publicKey);
      secrets.set(address, secretKey);
      return address;
    },
    sign({ signer, scheme, message }) {
      const secret = secrets.get(signer);
      if (secret === undefined || scheme !== "secp256k1") throw new Error(`no ${scheme} key of ${signer}`);
      const recovered = secp256k1.sign(message, secret, { prehash: false, lowS: true, format: "recovered" });
      return Uint8Array.from([...recovered.slice(1), recovered[0] ?? 0]);
    },
  };
}
