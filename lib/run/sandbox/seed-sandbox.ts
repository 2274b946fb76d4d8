import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { parseSandboxNetworks } from "@/lib/chains/sandbox-file";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env, readSandboxFile } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { createUser } from "@/lib/people/identity/complete-setup";
import { markEmailVerified } from "@/lib/people/identity/links-repo";
import { issueApiKey } from "@/lib/people/keys/api-keys";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";
import { scheduledSources } from "@/lib/pricing/rates/sources";

const OWNER_ONLY = 0o600;
const PASSWORD_BYTES = 15;
const SUPPORT_CONTACT = "help@demo-shop.test";
const RATES_LIMIT_MS = 20_000;

const credentials = z.object({
  merchant: z.object({ uuid: z.uuid(), paymentApiKey: z.string(), payoutApiKey: z.string() }),
  dashboard: z.object({ email: z.string(), password: z.string() }),
  operator: z.object({ email: z.string(), password: z.string() }),
});

type Credentials = z.output<typeof credentials>;

/**
 * Prepares a sandbox database: the catalog with the sandbox's chains, first rates, one operator and
 * one demo merchant with keys. Writes the credentials to SEED_OUT, readable by its owner alone.
 * Idempotent; existing rows are kept.
 */
export async function seedSandbox(): Promise<void> {
  const { SEED_OUT: out, SANDBOX: isSandbox } = env();
  invariant(isSandbox && out !== undefined, "seeding is for the sandbox, with SEED_OUT set");
  await withTransaction(async (tx) => {
    const { differences } = await syncCatalog(tx);
    if (differences.length > 0) log().debug({ differences }, "the catalog's tables differ from the reviewed data");
    await applySandbox(tx, sandboxChains());
  });
  await refreshRates(
    scheduledSources().map(({ source }) => source),
    AbortSignal.timeout(RATES_LIMIT_MS),
  );
  const before = readCredentials(out);
  if (before !== null && (await hasMerchant(before.merchant.uuid))) return;
  const made = await withTransaction(seedPeople);
  writeFileSync(out, `${JSON.stringify(made, null, 2)}\n`, { mode: OWNER_ONLY });
}

function sandboxChains() {
  return [...parseSandboxNetworks(readSandboxFile())].map(([network, chain]) => ({
    network,
    chainId: chain.family === "evm" ? BigInt(chain.chainId) : null,
    tokens: Object.entries(chain.tokens).map(([currency, token]) => ({
      currency,
      contract: token.address,
      decimals: token.decimals,
    })),
  }));
}

function readCredentials(path: string): Credentials | null {
  try {
    return credentials.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/**
 * Names carry a random suffix, so that a lost credentials file leads to new users and never to a
 * conflict with the old ones.
 */
async function seedPeople(tx: Tx): Promise<Credentials> {
  const mark = randomBytes(3).toString("hex");
  const dashboard = { email: `merchant-${mark}@sandbox.test`, password: newPassword() };
  const operator = { email: `operator-${mark}@sandbox.test`, password: newPassword() };
  const owner = await createUser(tx, { ...dashboard, name: "Demo Merchant", isOperator: false });
  const runner = await createUser(tx, { ...operator, name: "Demo Operator", isOperator: true });
  // Only whoever runs the sandbox reads these mailboxes.
  await markEmailVerified(tx, { userId: owner.id, email: dashboard.email }, new Date());
  await markEmailVerified(tx, { userId: runner.id, email: operator.email }, new Date());
  const merchant = await createMerchant(tx, { name: "Demo Shop", ownerUserId: owner.id });
  await setSupportContact(tx, merchant.id, SUPPORT_CONTACT);
  const payment = await issueApiKey(tx, merchant.id, "payment");
  const payout = await issueApiKey(tx, merchant.id, "payout");
  await closeSetup(tx);
  return {
    merchant: { uuid: merchant.id, paymentApiKey: payment.secret, payoutApiKey: payout.secret },
    dashboard,
    operator,
  };
}

function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}

async function hasMerchant(id: string): Promise<boolean> {
  return (await database().merchant.count({ where: { id } })) > 0;
}

/** The sandbox has its operator: the first-start page stays closed. */
async function closeSetup(tx: Tx): Promise<void> {
  const closed = { closedAt: new Date(), codeHash: null };
  await tx.setupState.upsert({ where: { id: 1 }, create: { id: 1, ...closed }, update: closed, select: { id: true } });
}

async function setSupportContact(tx: Tx, merchantId: string, supportContact: string): Promise<void> {
  await tx.merchant.update({ where: { id: merchantId }, data: { supportContact }, select: { id: true } });
}
