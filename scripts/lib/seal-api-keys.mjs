/**
 * Binds API keys that were bound to their row alone to their merchant and kind as well: once, with
 * the migrations.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reseals every API key of the first form, in one transaction, and makes the database reject that
 * form from then on: nothing of it is read or sealed again, not even from a restored backup.
 * Returns how many keys it sealed. A key that no process could read any more, an ended one whose
 * SECRET_KEY is lost, stays unreadable.
 *
 * @throws Error when a key in use cannot be opened with `secretKey`, or none is given; nothing is
 *   changed then
 */
export async function sealApiKeys(client, secretKey) {
  if (await isDone(client)) return 0;
  await client.query("BEGIN");
  try {
    await client.query("LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE");
    const { rows } = await client.query(
      `SELECT id::text, merchant_id::text AS "merchantId", kind::text, secret, ends_at IS NULL OR ends_at > now() AS "isInUse"
       FROM api_keys WHERE sealed_form = 1`,
    );
    for (const row of rows) {
      const sealed = resealKey(row, secretKey);
      await client.query("UPDATE api_keys SET secret = $2, sealed_form = 2 WHERE id = $1", [row.id, sealed]);
    }
    // Pending deferred work of the updates (the merchant's version) would prevent altering the
    // table.
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    await client.query("ALTER TABLE api_keys VALIDATE CONSTRAINT api_keys_sealed_form");
    await client.query("COMMIT");
    return rows.length;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * The constraint stays unvalidated until no key of the first form is left, and only the table's
 * owner can make it so again.
 */
async function isDone(client) {
  const { rows } = await client.query(
    "SELECT convalidated FROM pg_constraint WHERE conrelid = 'api_keys'::regclass AND conname = 'api_keys_sealed_form'",
  );
  return rows[0]?.convalidated === true;
}

function resealKey({ id, merchantId, kind, secret, isInUse }, secretKey) {
  if (!/^[0-9a-f]{64}$/i.test(secretKey ?? ""))
    throw new Error("Set SECRET_KEY to what web and worker have: with this update API keys are sealed anew, once");
  const key = Buffer.from(secretKey, "hex");
  try {
    return seal(open(secret, id, key), `api-key:${merchantId}:${kind}:${id}`, key);
  } catch (cause) {
    if (!isInUse) return secret;
    const message = `SECRET_KEY does not open the ${kind} key of merchant ${merchantId}: give the one that web and worker have. If that is lost, delete row ${id} of api_keys and make the key again`;
    throw new Error(message, { cause });
  }
}

function open(sealed, context, key) {
  const end = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context, "utf8"))
    .setAuthTag(sealed.subarray(NONCE_BYTES, end));
  return Buffer.concat([decipher.update(sealed.subarray(end)), decipher.final()]);
}

function seal(secret, context, key) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}
