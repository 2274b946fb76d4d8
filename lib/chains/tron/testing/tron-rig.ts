import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type ChainRig, EVERY_ABILITY, type Payment } from "@/lib/chains/contract/rig";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SigningRequest } from "@/lib/chains/spending";
import { fromContractForm, VALID_FOR_MS } from "@/lib/chains/tron/config";
import { createTronDriver } from "@/lib/chains/tron/create-tron-driver";
import { type NodeProxy, startNodeProxy } from "@/lib/chains/tron/testing/node-proxy";
import { type SandboxTronNode, startSandboxTronNode } from "@/lib/chains/tron/testing/tron-node";

/** A thousand TRX; a token transfer costs some ten. */
const PLENTY = 1_000_000_000n;

export type TronRig = ChainRig & { readonly node: SandboxTronNode; readonly proxy: NodeProxy };

/** Creates the TRON emulator and a proxy that can refuse and lie; the driver talks to the proxy. */
export async function makeTronRig(): Promise<TronRig> {
  const node = await startSandboxTronNode();
  try {
    return await furnish(node, await startNodeProxy(node.url));
  } catch (error) {
    // Nobody else knows of the process yet, so it would outlive the test run.
    await node.stop();
    throw error;
  }
}

async function furnish(node: SandboxTronNode, proxy: NodeProxy): Promise<TronRig> {
  const [token, unknownToken] = [await makeToken(node, "TUSD", 6), await makeToken(node, "ODD", 18)];
  const mine = async (blocks: number) => void (await node.control("mine", { blocks }));
  await mine(1);
  const keys = createKeys();
  const common = { network: "tron", native: { symbol: "TRX", decimals: 6 }, urls: [proxy.url] };
  const driver = createTronDriver({ ...common, isSandbox: true });
  return {
    node,
    proxy,
    shape: "expiring",
    amounts: { scale: 1n, plenty: PLENTY },
    // The chain rejects zero TRX, and its nodes store no historical states.
    abilities: {
      ...EVERY_ABILITY,
      pendingTransfers: false,
      zeroTransfers: false,
      pastBalances: false,
      replacement: false,
    },
    driver,
    misconfigured: createTronDriver({ ...common, isSandbox: false }),
    token: { asset: token, symbol: "TUSD", decimals: 6 },
    unknownToken,
    contracts: [token.contract],
    addresses: ADDRESS_CASES,
    createOwner: async () => ownerAt(keys.create()),
    pay: (payments) => send(node, payments, false),
    payInVain: (payment) => send(node, [payment], true),
    mine,
    reorganise: async (depth, reinclude) => void (await node.control("reorganise", { depth, reinclude })),
    limitRange: (blocks) => limitRange(proxy, blocks),
    async openSource(holdings) {
      const address = keys.create();
      for (const { asset, units } of holdings) await send(node, [{ to: ownerAt(address), asset, units }], false);
      await mine(1);
      return { kind: "expiring", address };
    },
    sign: async (requests) => requests.map(keys.sign),
    expire: () => expire(node, driver),
    async stop() {
      await proxy.stop();
      await node.stop();
    },
  };
}

/**
 * The account of "abandon x11 about", contracts of the main network, and texts mistaken for
 * addresses.
 */
const ADDRESS_CASES = {
  valid: [
    ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
    [" TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\n", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ],
  invalid: [
    "",
    "T",
    "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh",
    "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYd",
    "tuezsdksodhqmezwihtdobin46zxhgwydh",
    "41dd791d6b49e190062d650e6a23c575510d35f2f9",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
    "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC",
    // Has no owner: payments to it are burnt.
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  ],
} as const;

type Keys = { readonly create: () => string; readonly sign: (request: SigningRequest) => Uint8Array };

function createKeys(): Keys {
  const secrets = new Map<string, Uint8Array>();
  return {
    create() {
      const { secretKey, publicKey } = secp256k1.keygen();
      const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
      const address = fromContractForm(bytesToHex(keccak_256(uncompressed.slice(1)).slice(-20)));
      secrets.set(address, secretKey);
      return address;
    },
    sign({ signer, message }) {
      const secret = secrets.get(signer);
      if (secret === undefined) throw new Error(`no key of ${signer}`);
      const recovered = secp256k1.sign(message, secret, { prehash: false, lowS: true, format: "recovered" });
      return Uint8Array.from([...recovered.slice(1), recovered[0] ?? 0]);
    },
  };
}

type Token = Asset & { readonly kind: "token" };

async function makeToken(node: SandboxTronNode, symbol: string, decimals: number): Promise<Token> {
  const { contract } = await node.control("token", { symbol, name: symbol, decimals });
  return { kind: "token", contract: String(contract) };
}

async function send(node: SandboxTronNode, payments: readonly Payment[], fails: boolean): Promise<string> {
  const outputs = payments.map(({ to, asset, units }) => ({
    to: to.address,
    contract: asset.kind === "native" ? null : asset.contract,
    units: units.toString(),
  }));
  const { transactionId } = await node.control("send", fails ? { outputs, fails } : { outputs });
  return String(transactionId);
}

/** Scheduled blocks may have run ahead of the clock, so one step of it may not suffice. */
async function expire(node: SandboxTronNode, driver: ChainDriver): Promise<void> {
  const readTime = async () => (await driver.head(new AbortController().signal)).time.getTime();
  const expiredAt = (await readTime()) + VALID_FOR_MS;
  while ((await readTime()) < expiredAt) {
    await node.control("advance", { seconds: VALID_FOR_MS / 1_000 });
    await node.control("mine", { blocks: 1 });
  }
}

function limitRange(proxy: NodeProxy, blocks: number | null): void {
  proxy.intercept(({ path, question }) => {
    if (blocks === null || !path.endsWith("/getblockbylimitnext")) return null;
    const isWide = Number(question.endNum) - Number(question.startNum) > blocks;
    return isWide ? { status: 200, text: '{"Error":"class java.lang.Exception : range too wide"}' } : null;
  });
}

function ownerAt(address: string): Destination {
  return { address, memo: null };
}
