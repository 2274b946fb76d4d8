import { beforeAll, expect, test } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { changePassword } from "@/lib/people/identity/change-password";
import { createUser } from "@/lib/people/identity/complete-setup";
import { findSession, listSessions, revokeOtherSessions, revokeSession } from "@/lib/people/identity/session-queries";
import { signIn } from "@/lib/people/identity/sign-in";

const PASSWORD = "a long enough password";
const NEW_PASSWORD = "another long password";
const NOW = new Date("2026-11-21T10:00:00Z");
const HOUR_MS = 3_600_000;

let userId: string;
let otherUserId: string;

beforeAll(async () => {
  const create = (email: string) =>
    withTransaction((tx) => createUser(tx, { email, name: "Person", password: PASSWORD, isOperator: false }));
  userId = (await create("ada@example.com")).id;
  otherUserId = (await create("bob@example.com")).id;
});

function later(hours: number): Date {
  return new Date(NOW.getTime() + hours * HOUR_MS);
}

async function open(email = "ada@example.com", password = PASSWORD): Promise<string> {
  const opened = await signIn({ email, password, ip: "192.0.2.1", userAgent: null }, NOW);
  return opened?.sessionId ?? "none";
}

test("a session is found with its user until it is revoked", async () => {
  const id = await open();
  expect((await findSession(id, later(1)))?.user).toMatchObject({
    id: userId,
    email: "ada@example.com",
    isOperator: false,
  });

  await revokeSession(userId, id, later(1));

  expect(await findSession(id, later(1))).toBeNull();
});

test("nobody ends another user's session", async () => {
  const id = await open();

  await expect(revokeSession(otherUserId, id, NOW)).rejects.toMatchObject({ code: "not_found" });
  expect(await findSession(id, NOW)).not.toBeNull();
});

test("a session expires after 12 hours without use; use keeps it alive", async () => {
  const [left, used] = [await open(), await open()];
  expect(await findSession(used, later(11))).not.toBeNull();

  expect(await findSession(left, later(12.1))).toBeNull();
  expect(await findSession(used, later(22))).not.toBeNull();
});

test("no session outlives seven days, however active", async () => {
  const id = await open();
  for (let hours = 8; hours < 7 * 24; hours += 8) expect(await findSession(id, later(hours))).not.toBeNull();

  expect(await findSession(id, later(7 * 24))).toBeNull();
});

test("ending the other sessions locks out copies of this one's cookie, and the new session keeps its end", async () => {
  const [mine, elsewhere] = [await open(), await open()];
  const before = await revokeOtherSessions(userId, await open(), NOW);
  const [copied, other] = [await open(), await open()];

  const { count, sessionId } = await revokeOtherSessions(userId, copied, later(1));

  expect(before.count).toBeGreaterThanOrEqual(2);
  expect(count).toBe(2);
  for (const id of [mine, elsewhere, before.sessionId, copied, other])
    expect(await findSession(id, later(1))).toBeNull();
  expect(await findSession(sessionId, later(8))).toMatchObject({ confirmedAt: NOW });
  expect(await database().session.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject({
    expiresAt: later(7 * 24),
  });
});

test("a blocked user's sessions stop at once", async () => {
  const id = await open("bob@example.com");
  await database().user.update({ where: { id: otherUserId }, data: { isBlocked: true } });

  expect(await findSession(id, NOW)).toBeNull();
});

test("a malformed session id finds no session", async () => {
  for (const id of [undefined, null, 7, "", "not-a-uuid", "00000000-0000-4000-8000-000000000000"]) {
    expect(await findSession(id, NOW)).toBeNull();
  }
});

test("changing the password ends every session but the new one, records the time and is audited", async () => {
  const [mine, elsewhere] = [await open(), await open()];
  const change = { current: PASSWORD, next: NEW_PASSWORD };

  const renewed = await changePassword({ userId, sessionId: mine, ip: "192.0.2.1" }, change, NOW);

  expect((await listSessions(userId, renewed, NOW)).map((session) => session.id)).toEqual([renewed]);
  for (const old of [mine, elsewhere]) expect(await findSession(old, NOW)).toBeNull();
  expect(await open("ada@example.com", PASSWORD)).toBe("none");
  expect(await open("ada@example.com", NEW_PASSWORD)).not.toBe("none");
  expect(await database().user.findUnique({ where: { id: userId } })).toMatchObject({ passwordChangedAt: NOW });
  expect(await database().auditEvent.findFirst({ where: { action: "password.change" } })).toMatchObject({
    actorId: userId,
  });
});

test("a wrong current password changes nothing", async () => {
  const id = await open("ada@example.com", NEW_PASSWORD);
  const change = changePassword(
    { userId, sessionId: id, ip: "192.0.2.1" },
    { current: "wrong", next: "yet another password" },
    NOW,
  );

  await expect(change).rejects.toMatchObject({ code: "invalid_request", fields: { current: [expect.any(String)] } });
  expect(await open("ada@example.com", NEW_PASSWORD)).not.toBe("none");
});
