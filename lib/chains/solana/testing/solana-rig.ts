import { getProgramDerivedAddress } from "@solana/kit";
import { type ChainRig, EVERY_ABILITY, type Holding, type Payment } from "@/lib/chains/contract/rig";
import type { Asset, Destination } from "@/lib/chains/facts";
import { SYSTEM_PROGRAM, toAddress } from "@/lib/chains/solana/config";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { createKeys } from "@/lib/chains/solana/testing/keys";
import { type LocalSolana, startSolanaNode } from "@/lib/chains/solana/testing/solana-node";

/** A thousand SOL. */
const PLENTY = 10n ** 12n;
/** Blocks for which a transaction is valid, plus one. */
const EXPIRY_SLOTS = 151;

/**
 * Creates a rig on the Solana emulator with manual blocks, its tokens and one that no catalog
 * lists.
 */
export async function makeSolanaRig(): Promise<ChainRig> {
  const node = await startSolanaNode();
  try {
    return await furnish(node);
  } catch (error) {
    // Nobody else knows of the process yet, so it would outlive the test run.
    await node.stop();
    throw error;
  }
}

async function furnish(node: LocalSolana): Promise<ChainRig> {
  const keys = createKeys();
  const { tokens } = (await node.control("describe")) as {
    tokens: Record<string, { address: string; decimals: number }>;
  };
  const { USDT: listed } = tokens;
  if (listed === undefined) throw new Error("the emulator has no USDT");
  const { contract: odd } = await node.control("token", { symbol: "ODD", name: "Odd", decimals: 9 });
  await node.control("mine", { blocks: 1 });
  const common = { network: "sol", native: { symbol: "SOL", decimals: 9 }, urls: [node.url] };
  return {
    shape: "expiring",
    // More than an account must hold to exist.
    amounts: { scale: 1_000_000n, plenty: PLENTY },
    abilities: {
      ...EVERY_ABILITY,
      // Nodes forward transactions to the leaders and show them once they are in a block.
      mempool: false,
      pendingTransfers: false,
      // Nothing replaces a transaction: a second one is a second payment.
      replacement: false,
      // Nodes store only the latest state.
      pastBalances: false,
      // `getGenesisHash` identifies the genesis configuration.
      genesisBlock: false,
      // Only an account's balances before and after a transaction are reported.
      separateOutputs: false,
    },
    driver: createSolanaDriver({ ...common, isSandbox: true }),
    misconfigured: createSolanaDriver({ ...common, isSandbox: false }),
    token: { asset: tokenAt(listed.address), symbol: "USDT", decimals: listed.decimals },
    unknownToken: tokenAt(String(odd)),
    contracts: [listed.address, await vaultAddress()],
    addresses: ADDRESS_CASES,
    createOwner: async () => ownerAt(keys.create()),
    pay: (payments) => send(node, payments, false),
    payInVain: (payment) => send(node, [payment], true),
    mine: async (blocks) => void (await node.control("mine", { blocks })),
    // A block that two thirds of the stake voted for was never reverted.
    reorganise: null,
    // Blocks are read one by one.
    limitRange: null,
    async openSource(holdings) {
      const address = keys.create();
      await send(
        node,
        holdings.map((holding) => toPayment(address, holding)),
        false,
      );
      await node.control("mine", { blocks: 1 });
      return { kind: "expiring", address };
    },
    sign: keys.sign,
    expire: async () => void (await node.control("advance", { slots: EXPIRY_SLOTS })),
    stop: node.stop,
  };
}

/**
 * Golden values: the accounts of "abandon x11 about" by two paths, and the vault of a multisig
 * wallet, which has no key.
 */
const ADDRESS_CASES = {
  valid: [
    ["HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"],
    [" GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL", "GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL"],
  ],
  invalid: [
    "",
    "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3D",
    "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqkk",
    "0Agk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
    "11111111111111111111111111111111",
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
    "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ],
} as const;

/** A program-derived address: it has no key, and is valid even if no account exists there. */
async function vaultAddress(): Promise<string> {
  const [vault] = await getProgramDerivedAddress({ programAddress: toAddress(SYSTEM_PROGRAM), seeds: ["vault"] });
  return vault;
}

function tokenAt(contract: string): Asset {
  return { kind: "token", contract };
}

function ownerAt(address: string): Destination {
  return { address, memo: null };
}

function toPayment(address: string, { asset, units }: Holding): Payment {
  return { to: ownerAt(address), asset, units };
}

/** Sends one transaction of a third party, pending until the next block. */
export async function send(node: LocalSolana, payments: readonly Payment[], fails: boolean): Promise<string> {
  const outputs = payments.map(({ to, asset, units }) => {
    return { to: to.address, contract: asset.kind === "token" ? asset.contract : null, units: units.toString() };
  });
  const { transactionId } = await node.control("send", { outputs, ...(fails ? { fails } : {}) });
  return String(transactionId);
}
