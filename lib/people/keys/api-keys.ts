import { randomBytes, randomUUID } from "node:crypto";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { connectionPool, database, type Tx, withTransaction } from "@/lib/kernel/db";

/** 32 random bytes in an alphabet that every client library can put into a header or a hash. */
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

export type SigningKey = {
  readonly id: string;
  readonly secret: string;
  readonly createdAt: Date;
  /** Null for the current key. */
  readonly endsAt: Date | null;
};
export type ApiKeyHint = {
  readonly id: string;
  readonly kind: ApiKeyKind;
  /** Last four characters. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
};

/**
 * Identifies a key and its purpose. The key is sealed to these values, so a row that is changed in
 * the database signs nothing else.
 */
export type ApiKeyRow = { readonly id: string; readonly merchantId: string; readonly kind: ApiKeyKind };

/**
 * @throws Error when it was sealed with a key that is not configured, or for another row, merchant
 *   or kind
 */
export function openApiKey(row: ApiKeyRow, sealed: Uint8Array): string {
  try {
    return openSecret(sealed, apiKeyContext(row));
  } catch (cause) {
    throw new Error(`API key ${row.id} was sealed with a key that is not configured, or for something else`, { cause });
  }
}

/** The context to which a key is sealed. */
export function apiKeyContext({ id, merchantId, kind }: ApiKeyRow): string {
  return `api-key:${merchantId}:${kind}:${id}`;
}

/**
 * Creates a merchant's key of a kind. The secret is returned once and stored encrypted.
 * @throws when the merchant has a current key of that kind (unique index): rotate it instead
 */
export async function issueApiKey(
  tx: Tx,
  merchantId: string,
  kind: ApiKeyKind,
): Promise<{ id: string; secret: string }> {
  const row = { id: randomUUID(), merchantId, kind };
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const sealed = sealSecret(secret, apiKeyContext(row));
  await insertKey(tx, { ...row, sealed, hint: secret.slice(-HINT_CHARACTERS) });
  return { id: row.id, secret };
}

/**
 * Creates a new current key; the old one verifies requests for `overlapSeconds` more, so that a
 * shop can change over.
 */
export async function rotateApiKey(
  tx: Tx,
  merchantId: string,
  kind: ApiKeyKind,
  options: { readonly overlapSeconds: number },
): Promise<{ id: string; secret: string }> {
  await endCurrentKey(tx, merchantId, kind, new Date(Date.now() + options.overlapSeconds * 1000));
  return issueApiKey(tx, merchantId, kind);
}

/** {@link rotateApiKey} as a command of its own. */
export function rotateApiKeyNow(
  merchantId: string,
  kind: ApiKeyKind,
  options: { readonly overlapSeconds: number },
): Promise<{ id: string; secret: string }> {
  return withTransaction((tx) => rotateApiKey(tx, merchantId, kind, options));
}

type KeyOwner = { readonly merchantId: string; readonly kind: ApiKeyKind };

/** Returns the keys valid now, the current one first. Calls of one moment are one statement. */
export async function findSigningKeys(merchantId: string, kind: ApiKeyKind): Promise<SigningKey[]> {
  const rows = await findUsableKeys({ merchantId, kind });
  return rows.map((row) => ({
    id: row.id,
    secret: openApiKey({ id: row.id, merchantId, kind }, row.secret),
    createdAt: row.createdAt,
    endsAt: row.endsAt,
  }));
}

const OWNERS_AT_ONCE = 100;

const findUsableKeys = collectCalls(
  async (owners: readonly KeyOwner[]) => {
    const keyOf = ({ merchantId, kind }: KeyOwner) => `${merchantId} ${kind}`;
    const distinct = new Map(owners.map((owner) => [keyOf(owner), owner]));
    const rows = await selectUsableKeys([...distinct.values()], new Date());
    return owners.map((owner) => rows.filter((row) => keyOf(row) === keyOf(owner)));
  },
  { max: OWNERS_AT_ONCE },
);

/** Lists what a person may see of a merchant's keys, newest first; ended keys are omitted. */
export function listApiKeys(merchantId: string): Promise<ApiKeyHint[]> {
  return selectKeyHints(merchantId, new Date());
}

async function insertKey(
  tx: Tx,
  row: { id: string; merchantId: string; kind: ApiKeyKind; sealed: Uint8Array<ArrayBuffer>; hint: string },
): Promise<void> {
  const { sealed, ...rest } = row;
  await tx.apiKey.create({ data: { ...rest, secret: sealed }, select: { id: true } });
}

async function endCurrentKey(tx: Tx, merchantId: string, kind: ApiKeyKind, endsAt: Date): Promise<void> {
  await tx.apiKey.updateMany({ where: { merchantId, kind, endsAt: null }, data: { endsAt } });
}

function selectUsableKeys(owners: readonly KeyOwner[], now: Date) {
  const of = owners.map(({ merchantId, kind }) => ({ merchantId, kind }));
  return database().apiKey.findMany({
    where: { AND: [{ OR: of }, { OR: [{ endsAt: null }, { endsAt: { gt: now } }] }] },
    orderBy: [{ endsAt: { sort: "desc", nulls: "first" } }],
    select: { id: true, merchantId: true, kind: true, secret: true, createdAt: true, endsAt: true },
  });
}

function selectKeyHints(merchantId: string, now: Date) {
  return database().apiKey.findMany({
    where: { merchantId, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: { createdAt: "desc" },
    select: { id: true, kind: true, hint: true, createdAt: true, endsAt: true },
  });
}

/**
 * Records that a timestamped signature was used; false if it was used before, in any web process.
 * Uses `pg` directly, because every call signed this way waits for it.
 */
export async function spendSignature(signature: Uint8Array, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await connectionPool().query({
    name: "spend-signature",
    text: "INSERT INTO used_signatures (signature, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    values: [Buffer.from(signature), expiresAt],
  });
  return rowCount === 1;
}

/** Deletes signatures too old to be accepted. */
export async function deleteUsedSignatures(now = new Date()): Promise<void> {
  await database().usedSignature.deleteMany({ where: { expiresAt: { lt: now } } });
}
