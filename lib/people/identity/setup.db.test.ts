import { beforeEach, expect, test } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { completeSetup, createUser, isSetupOpen, issueSetupCode } from "@/lib/people/identity/complete-setup";

const NOW = new Date("2026-11-21T10:00:00Z");
const PASSWORD = "a long enough password";

beforeEach(async () => {
  await database().merchant.deleteMany();
  await database().user.deleteMany();
  await database().setupState.deleteMany();
  await database().attemptCounter.deleteMany();
});

function complete(code: string, email = "operator@example.com") {
  return completeSetup({ code, name: "Op", email, password: PASSWORD, merchantName: "My shop" }, "192.0.2.1", NOW);
}

async function issued(): Promise<string> {
  const code = await issueSetupCode();
  if (code === null) throw new Error("set-up is closed");
  return code;
}

test("the code from the terminal creates the operator and their merchant, in any case and without dashes", async () => {
  const code = await issued();
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);

  await complete(` ${code.toLowerCase().replaceAll("-", "")} `);

  const user = await database().user.findUnique({
    where: { email: "operator@example.com" },
    include: { memberships: true },
  });
  expect(user).toMatchObject({ isOperator: true, memberships: [{ role: "owner" }] });
});

test("set-up closes for ever: no second use, no new code", async () => {
  const code = await issued();
  await complete(code);
  await database().user.deleteMany();

  expect(await issueSetupCode()).toBeNull();
  expect(await isSetupOpen()).toBe(false);
  await expect(complete(code, "second@example.com")).rejects.toMatchObject({ code: "refused" });
  expect(await database().user.count()).toBe(0);
});

test("of two concurrent uses of the code, one creates the operator", async () => {
  const code = await issued();

  const outcomes = await Promise.allSettled([complete(code, "one@example.com"), complete(code, "two@example.com")]);

  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  expect(await database().user.count()).toBe(1);
});

test("a wrong code creates nobody and leaves set-up open", async () => {
  const code = await issued();

  await expect(complete("AAAA-AAAA-AAAA-AAAA")).rejects.toMatchObject({ fields: { code: [expect.any(String)] } });

  expect(await database().user.count()).toBe(0);
  await complete(code);
});

test("a new start replaces the previous code", async () => {
  const old = await issued();
  const fresh = await issued();

  await expect(complete(old)).rejects.toMatchObject({ code: "invalid_request" });
  await complete(fresh);
});

test("an operator created another way closes set-up as well", async () => {
  await issued();
  await withTransaction((tx) =>
    createUser(tx, { email: "seeded@example.com", name: "Seed", password: PASSWORD, isOperator: true }),
  );

  expect(await issueSetupCode()).toBeNull();
  expect(await isSetupOpen()).toBe(false);
});

test("guessing the code is limited", async () => {
  await issued();
  const outcomes = await Promise.allSettled(Array.from({ length: 61 }, () => complete("AAAA-AAAA-AAAA-AAAA")));

  const codes = outcomes.map((outcome) =>
    outcome.status === "rejected" ? Reflect.get(outcome.reason, "code") : "done",
  );
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
});
