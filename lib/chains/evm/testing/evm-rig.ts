import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type ChainRig, EVERY_ABILITY, type Holding, type Payment } from "@/lib/chains/contract/rig";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import {
  createExternalAccount,
  type ExternalAccount,
  encodeTokenTransfer,
  encodeTokenTransfers,
} from "@/lib/chains/evm/testing/external-account";
import { OP_STACK_FLAGS, simulateOpStack } from "@/lib/chains/evm/testing/op-stack";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { compileTestToken } from "@/lib/chains/evm/testing/test-token";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SigningRequest } from "@/lib/chains/spending";

/** Gas on anvil costs some 10^14 wei. */
const PLENTY = 10n ** 18n;

type EvmRigOptions = {
  readonly chainId: number;
  readonly flags?: readonly string[];
  readonly dataFee?: "op-stack" | undefined;
};

/** `proxy` is the driver's node, `rule` is its behaviour to simulate this kind of chain. */
type EvmRig = ChainRig & { readonly proxy: RpcProxy; readonly rule: Rule };

type Rule = Parameters<RpcProxy["intercept"]>[0];

/**
 * Creates anvil with two payers, two tokens and a proxy that can refuse calls; the driver talks to
 * the proxy.
 */
export async function makeEvmRig({ chainId, flags = [], dataFee }: EvmRigOptions): Promise<EvmRig> {
  const isOp = dataFee === "op-stack";
  const anvil = await startAnvil({ chainId, flags: ["--no-mining", ...flags, ...(isOp ? OP_STACK_FLAGS : [])] });
  try {
    const rule: Rule = isOp ? await simulateOpStack(anvil) : () => null;
    return await furnish(anvil, await startRpcProxy(anvil.url), rule, dataFee);
  } catch (error) {
    // Nobody else knows of the process yet, so it would outlive the test run.
    await anvil.stop();
    throw error;
  }
}

async function furnish(anvil: Anvil, proxy: RpcProxy, rule: Rule, dataFee: EvmRigOptions["dataFee"]): Promise<EvmRig> {
  const { chainId } = anvil;
  proxy.intercept(rule);
  const [payer, other] = [createExternalAccount(anvil, 0), createExternalAccount(anvil, 1)];
  const mine = async (blocks: number) => void (await anvil.rpc("anvil_mine", [blocks]));
  const bytecode = compileTestToken();
  const [token, unknownToken] = [
    tokenAt(await payer.deployToken(bytecode, "TUSD", 6)),
    tokenAt(await other.deployToken(bytecode, "ODD", 18)),
  ];
  await mine(1);
  await other.send({ to: unknownToken.contract, data: encodeTokenTransfer(payer.address, 10n ** 30n) });
  await mine(1);
  const keys = new Map<string, `0x${string}`>();
  const createAddress = () => {
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    keys.set(address, key);
    return address;
  };
  const common = { network: "test", native: { symbol: "ETH", decimals: 18 }, urls: [proxy.url], dataFee };
  return {
    proxy,
    rule,
    shape: "nonce-account",
    amounts: { scale: 1n, plenty: PLENTY },
    abilities: { ...EVERY_ABILITY, pendingTransfers: false },
    driver: createEvmDriver({ ...common, chainId }),
    misconfigured: createEvmDriver({ ...common, chainId: chainId + 1 }),
    token: { asset: token, symbol: "TUSD", decimals: 6 },
    unknownToken,
    contracts: [token.contract],
    addresses: ADDRESS_CASES,
    createOwner: async () => ownerAt(createAddress()),
    pay: (payments) => pay(payer, payments),
    payInVain: ({ to }) => {
      const data = encodeTokenTransfer(to.address, 10n ** 50n);
      return payer.send({ to: token.contract, data, gas: 100_000n });
    },
    mine,
    reorganise: (depth, reinclude) =>
      reorganise(anvil, { payer, other, noise: unknownToken.contract }, depth, reinclude),
    limitRange: (blocks) => limitRange(proxy, rule, blocks),
    async openSource(holdings) {
      const address = createAddress();
      for (const holding of holdings) await pay(payer, [toPayment(address, holding)]);
      await mine(1);
      return { kind: "nonce", address, nonce: 0n };
    },
    sign: (requests) => Promise.all(requests.map((request) => signWith(keys, request))),
    expire: null,
    async stop() {
      await proxy.stop();
      await anvil.stop();
    },
  };
}

type Token = Asset & { readonly kind: "token"; readonly contract: `0x${string}` };

/** Golden values: the account of "abandon x11 about", and EIP-55's own examples. */
const ADDRESS_CASES = {
  valid: [
    ["0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["0x9858effd232b4033e47d90003d41ec34ecaeda94", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    [" 0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ],
  invalid: [
    "",
    "0x",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEdA94",
    "9858EfFD232B4033E47d90003D41EC34EcaEda94",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda9",
    "0x9858EfFD232B4033E47d90003D41EC34EcaEda944",
    "0x0000000000000000000000000000000000000000",
    "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ],
} as const;

function tokenAt(contract: `0x${string}`): Token {
  return { kind: "token", contract };
}

function ownerAt(address: string): Destination {
  return { address, memo: null };
}

function toPayment(address: string, { asset, units }: Holding): Payment {
  return { to: ownerAt(address), asset, units };
}

async function pay(payer: ExternalAccount, payments: readonly Payment[]): Promise<string> {
  const [first, ...more] = payments;
  if (first === undefined) throw new Error("nothing to pay");
  if (first.asset.kind === "native") {
    if (more.length > 0) throw new Error("one native transfer fills an EVM transaction");
    return payer.send({ to: first.to.address as `0x${string}`, value: first.units });
  }
  const to = first.asset.contract as `0x${string}`;
  const transfers = payments.map((payment) => ({ to: payment.to.address, units: payment.units }));
  return payer.send({ to, data: encodeTokenTransfers(transfers) });
}

/**
 * The other payer's token transfer goes in first, so that the log indexes within the block shift.
 */
async function reorganise(
  anvil: Anvil,
  parts: { payer: ExternalAccount; other: ExternalAccount; noise: `0x${string}` },
  depth: number,
  reinclude: readonly string[],
): Promise<void> {
  const count = (await anvil.rpc("eth_getTransactionCount", [parts.other.address, "latest"])) as string;
  const noise = await parts.other.signOnly(
    { to: parts.noise, data: encodeTokenTransfer(parts.other.address, 1n) },
    Number.parseInt(count, 16),
  );
  const included = [noise, ...reinclude.map(parts.payer.rawOf)];
  await anvil.rpc("anvil_reorg", [depth, included.map((raw) => [raw, depth - 1])]);
}

function limitRange(proxy: RpcProxy, rule: Rule, blocks: number | null): void {
  proxy.intercept((call) => {
    const { method, params } = call;
    if (method !== "eth_getLogs" || blocks === null) return rule(call);
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
    const wide = Number.parseInt(toBlock, 16) - Number.parseInt(fromBlock, 16) >= blocks;
    return wide ? { kind: "refuse", message: "query exceeds max block range" } : null;
  });
}

async function signWith(keys: ReadonlyMap<string, `0x${string}`>, request: SigningRequest): Promise<Uint8Array> {
  const key = keys.get(request.signer);
  if (key === undefined) throw new Error(`no key of ${request.signer}`);
  const hash = `0x${Buffer.from(request.message).toString("hex")}` as const;
  const signature = Buffer.from((await privateKeyToAccount(key).sign({ hash })).slice(2), "hex");
  signature[64] = (signature[64] ?? 27) - 27;
  return signature;
}
