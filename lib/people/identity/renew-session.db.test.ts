import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { confirmPerson } from "@/lib/people/identity/second-factor-confirm";
import { revokeOtherSessions } from "@/lib/people/identity/session-queries";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { newPerson, PASSWORD, type TestPerson } from "@/lib/people/identity/testing/person-with-app";
import { updateUserPassword } from "@/lib/people/merchants/users-repo";
import { countLockWaits } from "@/lib/testing/lock-waits";

const NOW = new Date();
/** An arbitrary id of the lock that a new session waits for here. */
const HELD = 1;

beforeAll(async () => {
  await connectionPool().query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${HELD}); RETURN NULL; END $$;
    CREATE TRIGGER wait_for_test AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION wait_for_test()`);
});
afterAll(closeDatabase);

/** As a mailed link does it: intruders are signed out. */
const setNewPassword = (userId: string) =>
  withTransaction(async (tx) => {
    await updateUserPassword(tx, userId, "another hash", NOW);
    await revokeUserSessions(tx, userId, "all", NOW);
  });

test.each([
  ["by a proof", ({ who }: TestPerson) => confirmPerson(who, { kind: "password", password: PASSWORD }, NOW)],
  ["by ending the others", ({ who }: TestPerson) => revokeOtherSessions(who.userId, who.sessionId, NOW)],
])("a session renewed %s during a password change ends with it", async (name, renew) => {
  const person = await newPerson(name.replaceAll(" ", "-"), NOW);
  const { userId } = person.who;
  let both: Promise<unknown> | undefined;
  await withTransaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${HELD}::bigint)::text`;
    const renewing = renew(person);
    await expect.poll(countLockWaits).toBe(1);
    both = Promise.all([renewing, setNewPassword(userId)]);
    await expect.poll(countLockWaits).toBe(2);
  });
  await both;
  expect(await database().session.count({ where: { userId } })).toBe(2);
  expect(await database().session.count({ where: { userId, revokedAt: null } })).toBe(0);
});
