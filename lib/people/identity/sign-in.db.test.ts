import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { signIn } from "@/lib/people/identity/sign-in";
import { updateUserPassword } from "@/lib/people/merchants/users-repo";
import { countLockWaits } from "@/lib/testing/lock-waits";

const { verify } = vi.hoisted(() => ({ verify: vi.fn<(hash: unknown, ...rest: unknown[]) => unknown>() }));
vi.mock("@node-rs/argon2", async (load) => {
  const argon2 = await load<typeof import("@node-rs/argon2")>();
  verify.mockImplementation((...given) => Reflect.apply(argon2.verify, null, given));
  return { ...argon2, verify };
});
afterAll(() => vi.doUnmock("@node-rs/argon2"));

const PASSWORD = "a long enough password";
const NOW = new Date("2026-11-21T10:05:00Z");
const NEXT_WINDOW = new Date("2026-11-21T10:15:00Z");

beforeAll(async () => {
  for (const name of ["ada", "blocked", "guessed", "parallel", "busy", "timed", "racing"]) {
    await withTransaction((tx) =>
      createUser(tx, { email: `${name}@example.com`, name, password: PASSWORD, isOperator: false }),
    );
  }
  await database().user.update({ where: { email: "blocked@example.com" }, data: { isBlocked: true } });
});

function attempt(email: string, password: string, options: { ip?: string; now?: Date } = {}) {
  return signIn({ email, password, ip: options.ip ?? "192.0.2.1", userAgent: "test" }, options.now ?? NOW);
}

test("the right e-mail and password open a session, in any case of the e-mail", async () => {
  const opened = await attempt("ADA@example.com", PASSWORD);

  const row = await database().session.findUnique({ where: { id: opened?.sessionId ?? "" } });
  expect(row).toMatchObject({ userId: opened?.userId, ip: "192.0.2.1", userAgent: "test", revokedAt: null });
  expect(row?.expiresAt).toEqual(new Date("2026-11-28T10:05:00Z"));
});

test("a wrong password, an unknown e-mail and a blocked user get the same answer", async () => {
  expect(await attempt("ada@example.com", "a wrong password")).toBeNull();
  expect(await attempt("nobody@example.com", PASSWORD)).toBeNull();
  expect(await attempt("blocked@example.com", PASSWORD)).toBeNull();
  expect(await attempt("not an e-mail", PASSWORD)).toBeNull();
});

test("an unknown e-mail costs a password check too, of the same strength", async () => {
  /**
   * The hashes that an attempt is checked against, without salt and digest: the parameters
   * determine the cost.
   */
  const checksOf = async (email: string) => {
    verify.mockClear();
    await attempt(email, "a wrong password", { ip: "192.0.2.77" });
    return verify.mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4));
  };
  const known = await checksOf("timed@example.com");
  expect(known).toEqual([["", "argon2id", "v=19", expect.stringMatching(/^m=\d+,t=\d+,p=\d+$/)]]);
  for (let round = 0; round < 2; round += 1) expect(await checksOf(`unknown${round}@example.com`)).toEqual(known);
});

test("after ten wrong guesses for one e-mail from one network even the right password is rejected there until the window ends, but not from elsewhere", async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await attempt("guessed@example.com", `wrong guess ${guess}`, { ip: `198.51.100.${guess}` })).toBeNull();
  }

  await expect(attempt("guessed@example.com", PASSWORD, { ip: "198.51.100.77" })).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 600,
  });
  expect(await attempt("guessed@example.com", PASSWORD)).not.toBeNull();
  expect(await attempt("guessed@example.com", PASSWORD, { ip: "198.51.100.77", now: NEXT_WINDOW })).not.toBeNull();
});

test("parallel guesses are all counted", async () => {
  const guesses = Array.from({ length: 15 }, (_, index) =>
    attempt("parallel@example.com", `wrong guess ${index}`, { ip: "203.0.113.5" }),
  );
  const outcomes = await Promise.allSettled(guesses);

  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(10);
});

test("an unknown e-mail is limited like a known one", async () => {
  const guesses = Array.from({ length: 11 }, () => attempt("ghost@example.com", PASSWORD, { ip: "203.0.113.6" }));
  const outcomes = await Promise.allSettled(guesses);

  expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1);
});

test("one IP address that tries many e-mails is stopped", async () => {
  const guesses = Array.from({ length: 61 }, (_, index) =>
    attempt(`person${index}@example.com`, PASSWORD, { ip: "203.0.113.7" }),
  );
  const outcomes = await Promise.allSettled(guesses);

  expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1);
});

test("signing in clears the e-mail's own count", async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 8; guess += 1)
      await attempt("busy@example.com", "mistyped again", { ip: "203.0.113.8" });
    expect(await attempt("busy@example.com", PASSWORD, { ip: "203.0.113.8" })).not.toBeNull();
  }
});

test("signing in with the old password during a password change opens no session", async () => {
  const { id } = await database().user.findUniqueOrThrow({ where: { email: "racing@example.com" } });
  const isHeldUp = async () => (await countLockWaits()) > 0;

  let racing: ReturnType<typeof attempt> | undefined;
  await withTransaction(async (tx) => {
    await updateUserPassword(tx, id, "the hash of another password", NOW);
    await revokeUserSessions(tx, id, "all", NOW);
    // For all other connections the old password is still right: this change becomes visible on
    // commit.
    racing = attempt("racing@example.com", PASSWORD);
    const isAnswered = racing.then(() => true);
    while (!(await Promise.race([isAnswered, isHeldUp()])));
  });

  expect(await racing).toBeNull();
  expect(await database().session.count({ where: { userId: id } })).toBe(0);
});
