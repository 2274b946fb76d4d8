import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { reencryptSealed } from "@/lib/fronts/sealed-data/reencrypt";
import { SEALED_COLUMNS } from "@/lib/fronts/sealed-data/sealed-columns";
import {
  countUnder,
  openSecretGateway,
  readSecrets,
  type Stored,
  storeMails,
  storeSecrets,
} from "@/lib/fronts/sealed-data/testing/sealed-rig";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { sealWithoutKeyName, useKeys } from "@/lib/kernel/crypto/testing/keys";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { totpContext } from "@/lib/people/identity/second-factor-prove";
import { rotateApiKeyNow } from "@/lib/people/keys/api-keys";
import { countLockWaits } from "@/lib/testing/lock-waits";
import { openRawConnection, processUrls } from "@/lib/testing/process-users";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
afterAll(closeDatabase);

const [OLD, NEW, LOST] = ["a1".repeat(32), "b2".repeat(32), "c3".repeat(32)] as const;
const NEVER = new AbortController().signal;

let stored: Stored;
let before: unknown;
let total: number;

beforeAll(openSecretGateway);
/** A gateway with everything under the old key, whose processes have both. */
beforeEach(async () => {
  await connectionPool().query("UPDATE mails SET sealed = NULL");
  useKeys(OLD, NEW, LOST);
  await reencryptSealed(NEVER);
  stored = await storeSecrets();
  before = await readSecrets(stored);
  const [old = 0, others] = await countUnder(OLD);
  expect(others).toBe(0);
  total = old;
});

/** Fires after this many looks at it. */
function stopAfter(rows: number): AbortSignal {
  let left = rows;
  const looks = { get: (_: AbortSignal, name: string | symbol) => name === "aborted" && left-- <= 0 };
  return new Proxy(NEVER, looks);
}

test("every column of bytes is listed as encrypted, or known not to be", async () => {
  const { rows } = await connectionPool().query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea'`,
  );
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const other = rows.map(({ name }) => name).filter((name) => !sealed.includes(name));
  expect(sealed).toHaveLength(rows.length - other.length);
  // Hashes, signatures, what authenticators and payers are shown; the seed has a key of its own.
  expect(other.sort()).toEqual([
    "account_links.token_hash",
    "brands.logo",
    "custody_seed.ciphertext",
    "custody_seed.nonce",
    "custody_seed.tag",
    "invitations.token_hash",
    "passkeys.credential_id",
    "passkeys.public_key",
    "payout_batches.file_hash",
    "recovery_codes.code_hash",
    "recurrence_link_requests.token_hash",
    "recurrences.payer_link_hash",
    "refund_requests.token_hash",
    "setup_state.code_hash",
    "sign_in_steps.challenge",
    "signed_transactions.raw",
    "used_signatures.signature",
  ]);
});

test("everything reads the same at every step of a change of the key, and in the end without the old key", async () => {
  useKeys(NEW, OLD);
  expect(await readSecrets(stored)).toEqual(before);
  expect(await reencryptSealed(NEVER)).toEqual({ changed: total, unreadable: 0 });
  expect(await countUnder(NEW)).toEqual([total, 0]);
  expect(await readSecrets(stored)).toEqual(before);
  useKeys(OLD, NEW);
  expect(await readSecrets(stored)).toEqual(before);
  useKeys(NEW);
  expect(await readSecrets(stored)).toEqual(before);
  expect(await reencryptSealed(NEVER)).toEqual({ changed: 0, unreadable: 0 });
  useKeys(OLD);
  await expect(readSecrets(stored)).rejects.toThrow();
});

test("secrets of the form that names no key are given one", async () => {
  const sealed = sealWithoutKeyName("authenticator", totpContext(stored.userId), OLD);
  await database().user.update({ where: { id: stored.userId }, data: { totpSecret: sealed } });
  expect(await countUnder(OLD)).toEqual([total - 1, 1]);
  expect(await readSecrets(stored)).toEqual(before);
  expect(await reencryptSealed(NEVER)).toEqual({ changed: 1, unreadable: 0 });
  expect(await countUnder(OLD)).toEqual([total, 0]);
  expect(await readSecrets(stored)).toEqual(before);
});

test("stopped after any number of rows, nothing is lost, and the next run does only the rest", async () => {
  useKeys(NEW, OLD);
  let left = total;
  for (const rows of [0, 1, 2, 3]) {
    const { changed } = await reencryptSealed(stopAfter(rows));
    expect(changed).toBe(rows);
    left -= rows;
    expect(await countUnder(NEW, OLD)).toEqual([total - left, left, 0]);
    expect(await readSecrets(stored)).toEqual(before);
  }
  expect(await reencryptSealed(NEVER)).toEqual({ changed: left, unreadable: 0 });
  expect(await countUnder(NEW)).toEqual([total, 0]);
});

test("a connection that is killed at an update loses nothing, and the next run continues", async () => {
  useKeys(NEW, OLD);
  const holder = await connectionPool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [stored.userId]);
    const run = reencryptSealed(NEVER).catch((error: unknown) => error);
    await expect.poll(countLockWaits).toBe(1);
    await holder.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(await run).toBeInstanceOf(Error);
    await holder.query("ROLLBACK");
  } finally {
    holder.release();
  }
  expect(await readSecrets(stored)).toEqual(before);
  const [done = 0] = await countUnder(NEW);
  expect(done).toBeGreaterThan(0);
  expect(await reencryptSealed(NEVER)).toEqual({ changed: total - done, unreadable: 0 });
  expect(await readSecrets(stored)).toEqual(before);
});

test("of several workers at once each row is encrypted by one; a change of the current key meanwhile loses nothing", async () => {
  await storeMails(450);
  useKeys(NEW, OLD);
  const results = await Promise.all([reencryptSealed(NEVER), reencryptSealed(NEVER), reencryptSealed(NEVER)]);
  expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(total + 450);
  expect(await countUnder(NEW)).toEqual([total + 450, 0]);

  const forward = reencryptSealed(NEVER);
  useKeys(OLD, NEW);
  await Promise.all([forward, reencryptSealed(NEVER)]);
  expect(await countUnder(NEW, OLD)).toEqual([expect.any(Number), expect.any(Number), 0]);
  useKeys(NEW, OLD);
  await reencryptSealed(NEVER);
  expect(await countUnder(NEW)).toEqual([total + 450, 0]);
  useKeys(NEW);
  await readSecrets(stored);
});

describe("what another process writes meanwhile", () => {
  test("into a row that is just being encrypted is kept", async () => {
    const context = totpContext(stored.userId);
    const changed = Buffer.from(sealSecret("a new app", context));
    const writer = await connectionPool().connect();
    try {
      await writer.query("BEGIN");
      await writer.query("UPDATE users SET totp_secret = $2 WHERE id = $1", [stored.userId, changed]);
      useKeys(NEW, OLD);
      const run = reencryptSealed(NEVER);
      await expect.poll(countLockWaits).toBe(1);
      await writer.query("COMMIT");
      expect((await run).changed).toBe(total - 1);
    } finally {
      writer.release();
    }
    const { totpSecret } = await database().user.findUniqueOrThrow({ where: { id: stored.userId } });
    expect(openSecret(totpSecret ?? new Uint8Array(), context)).toBe("a new app");
    expect(await reencryptSealed(NEVER)).toEqual({ changed: 1, unreadable: 0 });
  });

  test("as new keys and mails of a process with the old key is encrypted by the next run", async () => {
    useKeys(NEW, OLD);
    const run = reencryptSealed(NEVER);
    useKeys(OLD, NEW);
    const issued = await Promise.all([
      rotateApiKeyNow(stored.merchantId, "payment", { overlapSeconds: 3600 }),
      storeMails(20),
    ]);
    await run;
    useKeys(NEW, OLD);
    await reencryptSealed(NEVER);
    useKeys(NEW);
    expect(await countUnder(NEW)).toEqual([total + 21, 0]);
    expect(await readSecrets(stored)).toMatchObject({ keys: expect.arrayContaining([issued[0].secret]) });
  });
});

test("what no configured key decrypts is left as it is and counted, and the rest is encrypted", async () => {
  useKeys(LOST);
  const lost = sealSecret("of another key", totpContext(stored.userId));
  await database().user.update({ where: { id: stored.userId }, data: { totpSecret: lost } });
  useKeys(NEW, OLD);
  expect(await reencryptSealed(NEVER)).toEqual({ changed: total - 1, unreadable: 1 });
  const { totpSecret } = await database().user.findUniqueOrThrow({ where: { id: stored.userId } });
  expect(totpSecret).toEqual(lost);
  expect(await countUnder(NEW, LOST)).toEqual([total - 1, 1, 0]);
});

test("the workers' database user may do it; answers stay written once for the web process, and under the same key", async () => {
  const urls = await processUrls();
  const settings = env();
  const sealedAnswers = (key: string) => {
    useKeys(key);
    return Buffer.from(sealSecret("{}", `aml-questionnaire:${stored.questionnaireId}`));
  };
  const change = (answers: Buffer) =>
    ["UPDATE aml_questionnaires SET answers = $2 WHERE id = $1", stored.questionnaireId, answers] as const;
  const refused = "written once";
  for (const url of [urls.web, urls.worker]) {
    const { runRaw, close } = await openRawConnection(url);
    if (url === urls.web) expect(await runRaw(change(sealedAnswers(NEW)))).toContain(refused);
    expect(await runRaw(change(sealedAnswers(OLD)))).toContain(refused);
    expect(await runRaw(change(Buffer.alloc(60)))).toContain(refused);
    await close();
  }
  await closeDatabase();
  vi.mocked(env).mockReturnValue({
    ...settings,
    DATABASE_URL: urls.worker,
    SECRET_KEY: NEW,
    SECRET_KEY_PREVIOUS: [OLD],
  });
  expect(await reencryptSealed(NEVER)).toEqual({ changed: total, unreadable: 0 });
  await closeDatabase();
  vi.mocked(env).mockReturnValue({ ...settings, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: [] });
  expect(await readSecrets(stored)).toEqual(before);
});
