import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { authOptions } from "@/lib/fronts/dashboard/auth-providers";
import { readSessionId, SESSION_CLAIM, sessionCookie } from "@/lib/fronts/dashboard/cookies";
import { isSealOf, sealOffer } from "@/lib/fronts/dashboard/offer-seal";
import { closeDatabase, database } from "@/lib/kernel/db";
import * as settings from "@/lib/kernel/env";
import { findKnownBrowser, rememberPerson } from "@/lib/people/identity/password";
import { newPerson } from "@/lib/people/identity/testing/people";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
afterAll(closeDatabase);

const [OLD, NEW, FOREIGN] = ["o", "n", "f"].map((letter) => letter.repeat(40)) as [string, string, string];
const useSecrets = (current: string, ...previous: readonly string[]) =>
  void vi.mocked(settings.authSecrets).mockReturnValue([current, ...previous]);

const SESSION = "0d9bb4f5-2c5e-4f0c-a1c3-5d9c1fbb9a01";
beforeEach(() => useSecrets(OLD));

test("the settings accept one previous secret, and make new cookies with the current one", () => {
  vi.mocked(settings.authSecrets).mockReset();
  expect(settings.authSecrets()).toEqual([settings.env().AUTH_SECRET]);
  expect(settings.parseEnv({ DATABASE_URL: "postgres://x", AUTH_SECRET_PREVIOUS: OLD }).AUTH_SECRET_PREVIOUS).toBe(OLD);
});

describe("a sign-in cookie", () => {
  test("made with either secret is accepted while both are set, by our code and by next-auth's", async () => {
    const { value } = await sessionCookie(SESSION);
    for (const secrets of [[OLD], [OLD, NEW], [NEW, OLD]] as [string][]) {
      useSecrets(...secrets);
      expect(await readSessionId(value)).toBe(SESSION);
      expect(await authOptions().jwt?.decode?.({ token: value, secret: secrets[0] })).toMatchObject({
        [SESSION_CLAIM]: SESSION,
      });
    }
    useSecrets(NEW);
    expect(await readSessionId(value)).toBeNull();
  });

  test("is made with the current secret, so that it outlives the previous one", async () => {
    useSecrets(NEW, OLD);
    const { value } = await sessionCookie(SESSION);
    useSecrets(NEW);
    expect(await readSessionId(value)).toBe(SESSION);
  });

  test("made with an unknown secret is no cookie", async () => {
    useSecrets(FOREIGN);
    const { value } = await sessionCookie(SESSION);
    useSecrets(NEW, OLD);
    expect(await readSessionId(value)).toBeNull();
  });
});

test("an offer that is on a page stays acceptable; one sealed with an unknown secret does not", () => {
  const offer = { sessionId: SESSION, invoiceId: "i", quoteId: "q", amount: "1" };
  const seal = sealOffer(offer);
  useSecrets(NEW, OLD);
  expect(isSealOf(offer, seal)).toBe(true);
  expect(isSealOf({ ...offer, amount: "2" }, seal)).toBe(false);
  useSecrets(NEW, FOREIGN);
  expect(isSealOf(offer, seal)).toBe(false);
});

test("a known browser stays known, and its next sign-in gives it a token of the new secret", async () => {
  const now = new Date();
  const { id } = await newPerson();
  const person = await database().user.findUniqueOrThrow({ where: { id } });
  const tokens = await rememberPerson(id, [], now);
  const browserId = findKnownBrowser(tokens, person, now);
  expect(browserId).not.toBeNull();
  useSecrets(NEW, OLD);
  expect(findKnownBrowser(tokens, person, now)).toBe(browserId);
  const renewed = await rememberPerson(id, tokens, now);
  useSecrets(NEW);
  expect(findKnownBrowser(renewed, person, now)).toBe(browserId);
  expect(findKnownBrowser(tokens, person, now)).toBeNull();
});
