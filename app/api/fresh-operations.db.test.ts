import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { operationHandler } from "@/app/api/testing/router-operations";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { database } from "@/lib/kernel/db";
import { env, requiredSetting } from "@/lib/kernel/env";
import { addPasskey, startPasskey } from "@/lib/people/identity/passkey-register";
import { codeAt, newPerson, PASSWORD } from "@/lib/people/identity/testing/person-with-app";
import { createAuthenticator } from "@/lib/testing/software-authenticator";

/** What somebody who stole a cookie, or found an open browser, must not be able to do. */
vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const NOW = new Date();
const confirmTotp = operationHandler("account.secondFactor.confirmTotp");
const startTotp = operationHandler("account.secondFactor.startTotp");
const creditCase = operationHandler("operator.cases.credit");
const refundCase = operationHandler("operator.cases.refund");
const withdraw = operationHandler("operator.withdrawals.create");
const ORIGIN = `http://localhost:${new URL(env().BASE_URL).port}`;

afterEach(() => database().attemptCounter.deleteMany());

type Handler = ReturnType<typeof operationHandler>;

async function call(handler: Handler, sessionId: string, body: object): Promise<[number, string]> {
  const value = await encode({ token: { [SESSION_CLAIM]: sessionId }, secret: requiredSetting("AUTH_SECRET") });
  const headers = { cookie: `${sessionCookieName()}=${value}`, origin: env().BASE_URL };
  const request = new Request(`${env().BASE_URL}/api/x`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await handler(request);
  const told: { error?: { code: string } } = await answer.json();
  return [answer.status, told.error?.code ?? ""];
}

/** The last re-authentication was an hour ago. */
async function leaveOpen(sessionId: string): Promise<void> {
  const confirmedAt = new Date(NOW.getTime() - 60 * 60_000);
  await database().session.update({ where: { id: sessionId }, data: { confirmedAt } });
}

test("setting up an authenticator app requires re-authentication: with a passkey if the user has one, not the password alone", async () => {
  const { email, who } = await newPerson("ada", NOW);
  const { step, options } = await startPasskey({ id: who.userId, email, name: "Ada" }, NOW);
  const response = createAuthenticator("localhost", ORIGIN).make(options.challenge);
  const { sessionId } = await addPasskey(who, { name: "Phone", step, response }, NOW);
  await leaveOpen(sessionId);

  expect(await call(startTotp, sessionId, { password: PASSWORD })).toEqual([403, "confirmation_needed"]);
  expect(await call(confirmTotp, sessionId, { code: codeAt("A".repeat(32), NOW) })).toEqual([
    403,
    "confirmation_needed",
  ]);
  expect(await database().user.findUniqueOrThrow({ where: { id: who.userId } })).toMatchObject({ totpSecret: null });
});

test("operations by which the operator sends out money or grants access require re-authentication", async () => {
  const { who } = await newPerson("operator", NOW);
  await database().user.update({ where: { id: who.userId }, data: { isOperator: true } });
  const reached = await Promise.all(
    [withdraw, creditCase, refundCase].map((post) => call(post, who.sessionId, { id: randomUUID() })),
  );
  expect(reached.map(([, code]) => code)).not.toContain("confirmation_needed");
  await leaveOpen(who.sessionId);

  for (const post of [withdraw, creditCase, refundCase]) {
    expect(await call(post, who.sessionId, { id: randomUUID() })).toEqual([403, "confirmation_needed"]);
  }
});
