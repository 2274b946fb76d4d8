import { setTimeout } from "node:timers/promises";
import type { CatalogNetwork, CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { readSandboxFile } from "@/lib/env";
import { hotCustody, operatorCapital, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { postEntry } from "@/lib/ledger/post-entry";
import { fromBaseUnits, toBaseUnits } from "@/lib/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";
import { callSandboxNode } from "@/lib/sandbox/call-node";
import { transferData } from "@/lib/sandbox/play-money";
import { parseSandboxNetworks, type SandboxNetwork } from "@/lib/sandbox/sandbox-file";

/** Play money per hot wallet: enough to pay out for a long time. */
const NATIVE_FUNDS = decimal("1000");
const TOKEN_FUNDS = decimal("1000000");
/** Part of the first funds that is set aside for conversions. */
const TREASURY_SHARE = decimal("0.5");
/** The sandbox mines a block with a transaction at once, or at the latest with its regular one. */
const IN_BLOCK_LIMIT_MS = 15_000;
const IN_BLOCK_POLL_MS = 100;

type Keys = { readonly addressOf: (key: { family: CatalogNetwork["family"]; role: "hot"; index: number }) => string };
type Funded = { readonly network: CatalogNetwork; readonly driver: ChainDriver };

/**
 * Fills the gateway's hot wallets from the sandbox faucet and books what stands there and was not booked yet as the operator's
 * capital. By comparing, not by remembering: a crash between sending and booking is made good by the next run.
 */
export async function fundGateway(keys: Keys, networks: readonly Funded[], signal: AbortSignal): Promise<void> {
  const chains = parseSandboxNetworks(readSandboxFile());
  const catalog = await loadCatalog();
  for (const { network, driver } of networks) {
    const chain = chains.get(network.code);
    if (!network.isSandbox || chain === undefined) continue;
    const hot = keys.addressOf({ family: network.family, role: "hot", index: 0 });
    for (const service of catalog.services()) {
      if (service.network.code === network.code && service.mismatch === null)
        await fundService(driver, chain, service, hot, signal);
    }
  }
}

async function fundService(
  driver: ChainDriver,
  chain: SandboxNetwork,
  service: CatalogService,
  hot: string,
  signal: AbortSignal,
): Promise<void> {
  const wanted = service.contract === null ? NATIVE_FUNDS : TOKEN_FUNDS;
  const asset =
    service.contract === null
      ? ({ kind: "native" } as const)
      : ({ kind: "token", contract: service.contract } as const);
  const currency = service.currency.code;
  const booked = await findBalance(hotCustody(service.network.code, currency));
  const standing = async () => fromBaseUnits(await driver.balanceOf(hot, asset, null, signal), service.decimals);
  let now = await standing();
  if (booked.isZero() && now.isZero()) {
    await sendFromFaucet(chain, { to: hot, contract: service.contract, units: toBaseUnits(wanted, service.decimals) });
    now = await untilThere(standing, signal);
  }
  await bookCapital(service, now.minus(booked), now);
}

/** The node answers before the transaction is in a block: not waiting for it would leave the money unbooked until the next run. */
async function untilThere(standing: () => Promise<Decimal>, signal: AbortSignal): Promise<Decimal> {
  const giveUpAt = Date.now() + IN_BLOCK_LIMIT_MS;
  while (Date.now() < giveUpAt) {
    const now = await standing();
    if (!now.isZero()) return now;
    await setTimeout(IN_BLOCK_POLL_MS, undefined, { signal });
  }
  throw new Error("The faucet's payment did not get into a block");
}

async function sendFromFaucet(
  chain: SandboxNetwork,
  payment: { to: string; contract: string | null; units: bigint },
): Promise<void> {
  const { to, contract, units } = payment;
  const transaction =
    contract === null
      ? { from: chain.faucet, to, value: `0x${units.toString(16)}` }
      : { from: chain.faucet, to: contract, data: transferData(to, units) };
  await callSandboxNode(chain.rpcUrl, "eth_sendTransaction", transaction);
}

async function bookCapital(service: CatalogService, unbooked: Decimal, total: Decimal): Promise<void> {
  if (!unbooked.gt(ZERO)) return;
  const currency = service.currency.code;
  const reference = `${service.network.code}:${currency}:${total.toFixed()}`;
  const capital = operatorCapital(currency);
  await withTransaction(async (tx) => {
    const groupId = `sandbox:${reference}`;
    const isNew = await postEntry(tx, {
      kind: "capital.fund",
      reference,
      groupId,
      memo: "Sandbox faucet",
      legs: [{ debit: hotCustody(service.network.code, currency), credit: capital, amount: unbooked }],
    });
    const share = unbooked.times(TREASURY_SHARE);
    if (isNew) {
      await postEntry(tx, {
        kind: "treasury.fill",
        reference,
        groupId,
        legs: [{ debit: capital, credit: treasury(currency), amount: share }],
      });
    }
  });
}
