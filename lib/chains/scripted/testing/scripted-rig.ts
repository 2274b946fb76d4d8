import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { type ChainRig, EVERY_ABILITY, type Holding, type Payment } from "@/lib/chains/contract/rig";
import type { ChainShape } from "@/lib/chains/contract/shape";
import type { Asset, Destination } from "@/lib/chains/facts";
import { createScriptedDriver } from "@/lib/chains/scripted/create-scripted-driver";
import { createScriptedChain, type ScriptedChain } from "@/lib/chains/scripted/scripted-chain";
import { createScriptedNode } from "@/lib/chains/scripted/scripted-node";
import { addressOfKey, idOf } from "@/lib/chains/scripted/scripted-transaction";
import type { SigningRequest, SpendSource } from "@/lib/chains/spending";

const PLENTY = 10n ** 18n;
/** Longer than any expiring transaction is valid. */
const EXPIRY_BLOCKS = 6;

/** The scripted chain in one of its shapes, with two nodes. */
export async function makeScriptedRig(shape: ChainShape): Promise<ChainRig> {
  const chain = createScriptedChain();
  const nodes = [createScriptedNode(chain, "first"), createScriptedNode(chain, "second")];
  const keys = createKeys(shape);
  const tokens = shape === "coins" ? null : { known: tokenNamed("tusd"), unknown: tokenNamed("odd") };
  const common = {
    network: "scripted",
    family: shape === "coins" ? ("btc" as const) : ("evm" as const),
    shape,
    nodes,
    native: { symbol: "SCR", decimals: 8 },
    tokens: new Map([["tusd", { symbol: "TUSD", decimals: 6 }]]),
  };
  const genesisHash = chain.blocks()[0]?.reference.hash ?? null;
  const owners = createOwners(shape, keys.create);
  const pay = createPayer(chain);
  const contracts = shape === "coins" ? [] : [keys.create()];
  for (const { faults } of nodes) for (const contract of contracts) faults.contracts.add(contract);
  return {
    shape,
    amounts: { scale: 1n, plenty: PLENTY },
    abilities: EVERY_ABILITY,
    driver: createScriptedDriver({ ...common, genesisHash }),
    misconfigured: createScriptedDriver({ ...common, genesisHash: "another" }),
    token: tokens && { asset: tokens.known, symbol: "TUSD", decimals: 6 },
    unknownToken: tokens?.unknown ?? null,
    contracts,
    addresses: addressCases(keys.create()),
    createOwner: async () => owners(),
    pay: async (payments) => pay(payments, false),
    payInVain: shape === "coins" ? null : async (payment) => pay([payment], true),
    mine: async (blocks) => chain.mine(blocks),
    reorganise: async (depth, reinclude) => chain.reorganise(depth, reinclude),
    limitRange: (blocks) => {
      for (const node of nodes) node.faults.rangeMax = blocks;
    },
    async openSource(holdings) {
      const address = keys.create();
      const transactionId = pay(
        holdings.map((holding) => toPayment(address, holding)),
        false,
      );
      chain.mine(1);
      return toSource(shape, address, { transactionId, holdings, changeAddress: keys.create() });
    },
    sign: async (requests) => requests.map(keys.sign),
    expire: shape === "expiring" ? async () => chain.mine(EXPIRY_BLOCKS) : null,
    stop: async () => {},
  };
}

type Keys = { readonly create: () => string; readonly sign: (request: SigningRequest) => Uint8Array };

function createKeys(shape: ChainShape): Keys {
  const secrets = new Map<string, Uint8Array>();
  const isEdwards = shape === "expiring";
  return {
    create() {
      const { secretKey, publicKey } = isEdwards ? ed25519.keygen() : secp256k1.keygen();
      const address = addressOfKey(publicKey);
      secrets.set(address, secretKey);
      return address;
    },
    sign({ signer, message }) {
      const secret = secrets.get(signer);
      if (secret === undefined) throw new Error(`no key of ${signer}`);
      if (isEdwards) return ed25519.sign(message, secret);
      return Uint8Array.from([...secp256k1.sign(message, secret, { prehash: false }), 0]);
    },
  };
}

/** One address for all owners where memos tell them apart. */
function createOwners(shape: ChainShape, createAddress: () => string): () => Destination {
  const shared = createAddress();
  let count = 0;
  return () => {
    count += 1;
    return shape === "shared-memo"
      ? { address: shared, memo: `owner ${count}` }
      : { address: createAddress(), memo: null };
  };
}

/** A third party with unlimited funds; each payment is a transaction with its own id. */
function createPayer(chain: ScriptedChain): (payments: readonly Payment[], fails: boolean) => string {
  let count = 0;
  return (payments, fails) => {
    count += 1;
    const id = idOf(`payment ${count}`);
    chain.submit({ id, from: null, outputs: payments, feeUnits: 0n, spends: null, fails });
    return id;
  };
}

function toSource(
  shape: ChainShape,
  address: string,
  made: { transactionId: string; holdings: readonly Holding[]; changeAddress: string },
): SpendSource {
  if (shape === "expiring") return { kind: "expiring", address };
  if (shape !== "coins") return { kind: "nonce", address, nonce: 0n };
  const { transactionId, holdings, changeAddress } = made;
  const candidates = holdings.map(({ units }, index) => ({ transactionId, index, units, address }));
  return { kind: "coins", candidates, required: [], changeAddress };
}

function toPayment(address: string, { asset, units }: Holding): Payment {
  return { to: { address, memo: null }, asset, units };
}

function tokenNamed(contract: string): Asset {
  return { kind: "token", contract };
}

function addressCases(address: string): ChainRig["addresses"] {
  return {
    valid: [
      [address, address],
      [` ${address.toUpperCase()} `, address],
    ],
    invalid: [
      "",
      "scripted1",
      address.slice(0, -1),
      `${address.slice(0, -4)}zzzz`,
      "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
    ],
  };
}
