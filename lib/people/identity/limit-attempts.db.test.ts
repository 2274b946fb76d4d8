import { expect, test } from "vitest";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";

const NOW = new Date("2026-11-21T10:05:00Z");
const refusal = { code: "rate_limited", retryAfterSeconds: 600 };

test("an IP address over its limit uses up no more attempts of e-mails: their owners can still sign in from elsewhere", async () => {
  const attempt = (email: string, ip: string) => limitAttempts("sign-in", { email, ip }, NOW);
  for (let round = 0; round < 60; round += 1) await attempt(`somebody${round}@example.com`, "203.0.113.9");

  for (let round = 0; round < 11; round += 1)
    await expect(attempt("locked@example.com", "203.0.113.9")).rejects.toMatchObject(refusal);

  await attempt("locked@example.com", "198.51.100.1");
});
