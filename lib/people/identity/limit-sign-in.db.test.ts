import { beforeAll, expect, test, vi } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { resetPassword } from "@/lib/people/identity/change-password";
import { DAY_MS, emailKey, startOfWindow } from "@/lib/people/identity/limit-attempts";
import { countSignIn } from "@/lib/people/identity/limit-sign-in";
import { rememberPerson } from "@/lib/people/identity/password";
import { askForReset, sendResetLink } from "@/lib/people/identity/send-reset-link";
import { signIn } from "@/lib/people/identity/sign-in";
import { consumeSecondStep } from "@/lib/people/identity/sign-in-step";
import { NEW_PASSWORD, newPerson, PASSWORD, proveAddress, secretOf } from "@/lib/people/identity/testing/people";
import { PASSWORD as APP_PASSWORD, codeAt, newPersonWithApp } from "@/lib/people/identity/testing/person-with-app";
import { updateUserPassword } from "@/lib/people/merchants/users-repo";

const NOW = new Date("2026-11-21T10:05:00Z");
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const WRONG = "not the password";
const HOME = "203.0.113.50";
/** One IP address in each of many networks. */
const elsewhere = (count: number) => `10.${Math.floor(count / 250)}.${count % 250}.1`;

beforeAll(() => void vi.stubEnv("MAIL_FROM", "no-reply@pay.test"));

type From = { readonly ip?: string; readonly tokens?: readonly string[]; readonly now?: Date };

const attempt = (email: string, password: string, { ip = HOME, tokens = [], now = NOW }: From = {}) =>
  signIn({ email, password, ip, userAgent: null, browserTokens: tokens }, now);
/** `in`, `wrong`, or the error. */
const outcome = (tried: Promise<unknown>) =>
  tried.then(
    (opened) => (opened === null ? "wrong" : "in"),
    (error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`,
  );

/** Simulates that many failed attempts of one day, each from a network of its own. */
async function closeToStrangers(purpose: "sign-in" | "second-factor", account: string, most: number, now = NOW) {
  await countSignIn({ purpose, account, ip: elsewhere(0), browserId: null }, now);
  const key = { key: emailKey(purpose, account), windowAt: startOfWindow(DAY_MS, now) };
  await database().attemptCounter.update({ where: { key_windowAt: key }, data: { count: { increment: most - 1 } } });
}

test("ten wrong passwords lock out nobody but their own network", async () => {
  const { email } = await newPerson();
  for (let guess = 0; guess < 10; guess += 1)
    expect(await outcome(attempt(email, WRONG, { ip: "198.51.100.7" }))).toBe("wrong");
  expect(await outcome(attempt(email, PASSWORD, { ip: "198.51.100.200" }))).toBe("rate_limited 600");
  expect(await outcome(attempt(email, PASSWORD))).toBe("in");
});

test("a network has twenty attempts a day per account, and an IPv6 network is the first 48 bits", async () => {
  const { email } = await newPerson();
  const from = (hours: number, host: number) =>
    outcome(attempt(email, WRONG, { ip: `2001:db8:5:${host}::1`, now: hoursLater(hours) }));
  for (let guess = 0; guess < 20; guess += 1) expect(await from(guess < 10 ? 0 : 1, guess)).toBe("wrong");
  expect(await from(2, 99)).toMatch(/^rate_limited/);
  expect(await outcome(attempt(email, PASSWORD, { ip: "2001:db8:6::1", now: hoursLater(2) }))).toBe("in");
  expect(await outcome(attempt(email, PASSWORD, { ip: "2001:db8:5::1", now: hoursLater(24) }))).toBe("in");
});

test("300 wrong passwords a day from many networks lock out unknown browsers for that day, and no known one", async () => {
  const { id, email } = await newPerson();
  const tokens = await rememberPerson(id, [], NOW);
  // Skips verifying the passwords, which takes long.
  for (let count = 0; count < 300; count += 1)
    await countSignIn({ purpose: "sign-in", account: email, ip: elsewhere(count), browserId: null }, NOW);

  expect(await outcome(attempt(email, PASSWORD))).toBe(`rate_limited ${(13 * 60 + 55) * 60}`);
  expect(await outcome(attempt(email, PASSWORD, { tokens }))).toBe("in");
  expect(await outcome(attempt(email, PASSWORD, { now: hoursLater(14) }))).toBe("in");
});

test("the answers for an e-mail without an account are the same", async () => {
  await closeToStrangers("sign-in", "ghost@example.com", 299);
  expect(await outcome(attempt("ghost@example.com", PASSWORD))).toBe("wrong");
  expect(await outcome(attempt("ghost@example.com", PASSWORD))).toBe(`rate_limited ${(13 * 60 + 55) * 60}`);
});

test("right passwords do not count among the day's wrong ones", async () => {
  const { email } = await newPerson();
  await closeToStrangers("sign-in", email, 299);
  for (let round = 0; round < 3; round += 1)
    expect(await outcome(attempt(email, PASSWORD, { ip: elsewhere(400 + round) }))).toBe("in");
  expect(await outcome(attempt(email, WRONG))).toBe("wrong");
  expect(await outcome(attempt(email, PASSWORD))).toMatch(/^rate_limited/);
});

test("a known browser has ten attempts of its own, whatever its IP address has used up", async () => {
  const { id, email } = await newPerson();
  const tokens = await rememberPerson(id, [], NOW);
  for (let count = 0; count < 61; count += 1)
    await outcome(
      countSignIn({ purpose: "sign-in", account: `nobody${count}`, ip: "192.0.2.9", browserId: null }, NOW),
    );
  expect(await outcome(attempt(email, PASSWORD, { ip: "192.0.2.9" }))).toMatch(/^rate_limited/);
  for (let guess = 0; guess < 10; guess += 1)
    expect(await outcome(attempt(email, WRONG, { ip: elsewhere(500 + guess), tokens }))).toBe("wrong");
  expect(await outcome(attempt(email, PASSWORD, { ip: "192.0.2.9", tokens }))).toBe("rate_limited 600");
  // And uses up nobody's attempts.
  expect(await outcome(attempt(email, PASSWORD))).toBe("in");
  for (let round = 0; round < 9; round += 1)
    for (let guess = 0; guess < 10; guess += 1)
      await outcome(attempt(email, WRONG, { tokens, now: hoursLater(1 + round) }));
  expect(await outcome(attempt(email, PASSWORD, { tokens, now: hoursLater(11) }))).toMatch(/^rate_limited/);
});

test("a browser is not recognised by a forged cookie, by another person's cookie, after half a year, or after a new password", async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const [good = ""] = await rememberPerson(person.id, [], NOW);
  const foreign = await rememberPerson(other.id, [], NOW);
  await closeToStrangers("sign-in", person.email, 300);
  const at = (tokens: readonly string[], now = NOW) => outcome(attempt(person.email, PASSWORD, { tokens, now }));
  const [tag, browser, time, seal] = good.split(".");

  expect(await at([...foreign, good])).toBe("in");
  for (const tokens of [
    foreign,
    ["", "~", "a.b.c.d", "x".repeat(4_000)],
    [`${tag}.${browser}.${Number(time) + 1}.${seal}`],
    [`${tag}.${"A".repeat(22)}.${time}.${seal}`],
    [`${tag}.${browser}.${time}.${"A".repeat(43)}`],
    // Only the first few are checked.
    [...foreign, ...foreign, ...foreign, ...foreign, good],
  ])
    expect(await at(tokens)).toMatch(/^rate_limited/);
  const { passwordHash } = await database().user.findUniqueOrThrow({ where: { id: person.id } });
  await withTransaction((tx) => updateUserPassword(tx, person.id, "the hash of another password", NOW));
  expect(await at([good])).toMatch(/^rate_limited/);
  await withTransaction((tx) => updateUserPassword(tx, person.id, passwordHash, NOW));
  const inHalfAYear = new Date(NOW.getTime() + 181 * 86_400_000);
  await closeToStrangers("sign-in", person.email, 300, inHalfAYear);
  expect(await at([good], inHalfAYear)).toMatch(/^rate_limited/);
});

test("a browser remembers the last four people, and keeps its id for each", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()));
  let tokens: readonly string[] = ["rubbish"];
  for (const { id } of people) tokens = await rememberPerson(id, tokens, NOW);
  expect(tokens).toHaveLength(4);
  const again = await rememberPerson(people[3]?.id ?? "", tokens, hoursLater(1));
  expect(again[0]?.split(".").slice(0, 2)).toEqual(tokens[1]?.split(".").slice(0, 2));
  expect(again.slice(1)).toEqual([tokens[0], tokens[2], tokens[3]]);
});

test("resetting the password by a mailed link clears every count and allows signing in at once", async () => {
  const person = await newPerson();
  await proveAddress(person);
  await closeToStrangers("sign-in", person.email, 300);
  for (let guess = 0; guess < 10; guess += 1) await outcome(attempt(person.email, WRONG));
  await sendResetLink(person.email, NOW);
  const token = await secretOf(person.email, "reset-password");

  await resetPassword({ token, password: NEW_PASSWORD }, HOME, NOW);

  expect(await outcome(attempt(person.email, NEW_PASSWORD))).toBe("in");
});

test("guessing codes with the right password blocks the second step only in the guesser's network", async () => {
  const { email, who, secret } = await newPersonWithApp("lockout", NOW);
  const step = async (from: From) => {
    const opened = await attempt(email, APP_PASSWORD, from);
    if (opened?.stepId === undefined) throw new Error("no second step");
    return opened.stepId;
  };
  const show = async (code: string, { ip = HOME, tokens = [] }: From = {}) =>
    outcome(
      consumeSecondStep(
        await step({ ip, tokens }),
        { kind: "code", code },
        { ip, userAgent: null, browserTokens: tokens },
        NOW,
      ),
    );
  for (let guess = 0; guess < 10; guess += 1) expect(await show("000000", { ip: "198.51.100.7" })).toBe("wrong");
  expect(await show("000000", { ip: "198.51.100.8" })).toBe("rate_limited 600");
  const tokens = await rememberPerson(who.userId, [], NOW);
  await closeToStrangers("second-factor", who.userId, 50);
  const right = codeAt(secret, new Date(NOW.getTime() + 30_000));
  expect(await show(right)).toMatch(/^rate_limited/);
  expect(await show(right, { tokens })).toBe("in");
});

test("requesting somebody's link from elsewhere uses up none of their own attempts", async () => {
  const ask = (ip: string) => outcome(askForReset("asked@example.com", ip, NOW).then(() => "asked"));
  for (let count = 0; count < 10; count += 1) expect(await ask("198.51.100.7")).toBe("in");
  expect(await ask("198.51.100.7")).toBe("rate_limited 600");
  expect(await ask(HOME)).toBe("in");
});
