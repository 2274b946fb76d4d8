import { type ChainRig, type Holding, NATIVE, type RigAbilities } from "@/lib/chains/contract/rig";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SpendSource } from "@/lib/chains/spending";
import { createTonDriver } from "@/lib/chains/ton/create-ton-driver";
import { startTonSandbox, type TonSandbox } from "@/lib/chains/ton/testing/sandbox-node";
import { createTonKeys, type TonKeys } from "@/lib/chains/ton/testing/ton-keys";

/** A hundredth of a TON. */
const SCALE = 10_000_000n;
/** 100 TON. */
const PLENTY = 100_000_000_000n;
/** Longer than the validity of a wallet's request plus the delay of a block. */
const EXPIRY_SECONDS = 200;

/**
 * A node shows nothing of a submitted message before a block includes it. A wallet's request
 * replaces no other. Every recipient's transaction has its own hash, which only the block
 * determines. Masterchain blocks are final.
 */
const ABILITIES: RigAbilities = {
  mempool: false,
  pendingTransfers: false,
  replacement: false,
  zeroTransfers: true,
  pastBalances: true,
  sharedIds: false,
  // The driver returns the zero state as height 0: the first block names it as its parent.
  genesisBlock: true,
  separateOutputs: true,
  separateSigning: true,
  senders: true,
};

/**
 * Golden values: the wallet of "abandon x11 about", USDT's master, and both alphabets of base64.
 */
const ADDRESS_CASES = {
  valid: [
    ["UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT", "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT"],
    [" UQBHyu+oZVDHRYQ1+rKlGqpHy5yAqanPBirEQNMNOmfHLtaT", "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT"],
    ["EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs"],
  ],
  invalid: [
    "",
    "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaU",
    "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLta",
    "0:47caefa86550c7458435fab2a51aaa47cb9c80a9a9cf062ac440d30d3a67c72e",
    "UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEDQ",
    "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  ],
} as const;

/** Creates a local TON network with two tokens. */
export async function makeTonRig(): Promise<ChainRig> {
  const sandbox = await startTonSandbox();
  try {
    return await furnish(sandbox);
  } catch (error) {
    // Nobody else knows of the process yet, so it would outlive the test run.
    await sandbox.stop();
    throw error;
  }
}

async function furnish(sandbox: TonSandbox): Promise<ChainRig> {
  const token = tokenAt(await sandbox.token({ symbol: "TUSD", name: "Test dollar", decimals: 6 }));
  const unknownToken = tokenAt(await sandbox.token({ symbol: "ODD", name: "Odd", decimals: 9 }));
  await sandbox.mine(1);
  const keys = createTonKeys();
  const driver = driverAt(sandbox.url, true);
  const createOwner = async (): Promise<Destination> => ({ address: keys.create(), memo: null });
  const openSource = (holdings: readonly Holding[]) => fund(sandbox, keys.create(), holdings);
  return {
    shape: "expiring",
    amounts: { scale: SCALE, plenty: PLENTY },
    abilities: ABILITIES,
    driver,
    misconfigured: driverAt(sandbox.url, false),
    token: { asset: token, symbol: "TUSD", decimals: 6 },
    unknownToken,
    contracts: [token.contract],
    addresses: ADDRESS_CASES,
    createOwner,
    async pay(payments) {
      await sandbox.send(payments);
      return null;
    },
    payInVain: async ({ to }) => payInVain(driver, keys, to, await openSource([{ asset: NATIVE, units: PLENTY }])),
    mine: sandbox.mine,
    reorganise: null,
    limitRange: null,
    openSource,
    sign: async (requests) => requests.map(keys.sign),
    async expire() {
      await sandbox.control("advance", { seconds: EXPIRY_SECONDS });
      await sandbox.mine(1);
    },
    stop: sandbox.stop,
  };
}

/** Creates a driver for the sandbox, or one for the main network pointed at it. */
export function driverAt(url: string, isSandbox: boolean, tokens: readonly string[] = []): ChainDriver {
  return createTonDriver({ network: "ton", isSandbox, urls: [url], native: { symbol: "TON", decimals: 9 }, tokens });
}

/** Creates a wallet of ours with these confirmed holdings. */
export async function fund(
  sandbox: TonSandbox,
  address: string,
  holdings: readonly Holding[],
): Promise<SpendSource & { readonly kind: "expiring" }> {
  await sandbox.send(holdings.map(({ asset, units }) => ({ to: { address, memo: null }, asset, units })));
  await sandbox.mine(1);
  return { kind: "expiring", address };
}

/** The wallet accepts the request, pays for it, and skips the message that it cannot fund. */
async function payInVain(driver: ChainDriver, keys: TonKeys, to: Destination, source: SpendSource): Promise<string> {
  const request = { source, outputs: [{ to, asset: NATIVE, units: 2n * PLENTY }] };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  const signed = await driver.assemble(unsigned, unsigned.signingRequests.map(keys.sign));
  await driver.broadcast(signed, never());
  return signed.transactionId;
}

function tokenAt(contract: string): Asset & { readonly kind: "token" } {
  return { kind: "token", contract };
}
