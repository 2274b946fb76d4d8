import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Who may call what, written out once more: a new operation, or a gate that changed, must be agreed to here. That a gate refuses
 * everybody else is proved by lib/dashboard/session-endpoint.db.test.ts.
 */
const EXPECTED: Readonly<Record<string, string>> = {
  "GET /api/account/confirm": "person()",
  "POST /api/account/confirm": "person()",
  "POST /api/account/confirm/passkey": "person()",
  "POST /api/account/passkeys": "fresh(person())",
  "POST /api/account/passkeys/[id]": "person()",
  "DELETE /api/account/passkeys/[id]": "fresh(person())",
  "POST /api/account/passkeys/options": "fresh(person())",
  "POST /api/account/recovery-codes": "fresh(person())",
  "GET /api/account/second-factor": "person()",
  "GET /api/account/sign-in": "stranger()",
  "DELETE /api/account/sign-in": "stranger()",
  "POST /api/account/sign-in/passkey": "stranger()",
  "POST /api/account/totp": "person()",
  "POST /api/account/totp/confirm": "person()",
  "POST /api/account/totp/off": "person()",
  "GET /api/account/sessions": "person()",
  "DELETE /api/account/sessions": "person()",
  "DELETE /api/account/sessions/[id]": "person()",
  "POST /api/account/merchant": "person()",
  "POST /api/account/password": "person()",
  "POST /api/account/profile": "person()",
  "GET /api/analytics/download": 'member("merchant.read")',
  "GET /api/analytics/payments": 'member("merchant.read")',
  "GET /api/analytics/volume": 'member("merchant.read")',
  "GET /api/audit": 'member("audit.read")',
  "GET /api/audit/export": 'member("audit.read")',
  "GET /api/operator/audit": "operator()",
  "GET /api/operator/audit/export": "operator()",
  "GET /api/balances": 'member("merchant.read")',
  "GET /api/balances/personal": "person()",
  "GET /api/cases": 'member("merchant.read")',
  "POST /api/cases/[id]/credit": 'member("case.decide")',
  "GET /api/cases/[id]/refund": 'member("merchant.read")',
  "POST /api/cases/[id]/refund": 'member("payout.create")',
  "POST /api/cases/[id]/refund/preview": 'member("payout.create")',
  "GET /api/invoices": 'member("merchant.read")',
  "POST /api/invoices": 'member("invoice.create")',
  "GET /api/invoices/[id]": 'member("merchant.read")',
  "POST /api/invoices/[id]/cancel": 'member("invoice.create")',
  "GET /api/keys": 'member("api-key.read")',
  "POST /api/keys": 'member("api-key.rotate")',
  "POST /api/keys/payout": 'fresh(member("payout-key.rotate"))',
  "POST /api/merchant/auto-converts": 'member("merchant.change")',
  "POST /api/merchant/brand": 'member("merchant.change")',
  "DELETE /api/merchant/brand/logo": 'member("merchant.change")',
  "POST /api/merchant/brand/logo": 'member("merchant.change")',
  "POST /api/merchant/limits": 'fresh(member("merchant.change"))',
  "POST /api/merchant/leave": 'member("merchant.read")',
  "GET /api/merchant/members": 'member("member.read")',
  "POST /api/merchant/members/[id]": 'fresh(member("member.change"))',
  "DELETE /api/merchant/members/[id]": 'fresh(member("member.change"))',
  "POST /api/merchant/settings": 'member("merchant.change")',
  "GET /api/operator": "operator()",
  "POST /api/operator/alarms/[id]/dismiss": "operator()",
  "GET /api/operator/capital": "operator()",
  "GET /api/operator/capital/entries": "operator()",
  "GET /api/operator/cases": "operator()",
  "POST /api/operator/cases/[id]/credit": "operator()",
  "GET /api/operator/cases/[id]/refund": "operator()",
  "POST /api/operator/cases/[id]/refund": "operator()",
  "GET /api/operator/doctor": "operator()",
  "POST /api/operator/cold-addresses": "fresh(operator())",
  "GET /api/operator/exchanges": "operator()",
  "POST /api/operator/exchanges": "operator()",
  "POST /api/operator/exchanges/reset": "operator()",
  "POST /api/operator/payouts/[id]/give-up": "operator()",
  "GET /api/operator/reviews": "operator()",
  "POST /api/operator/reviews/[id]/decide": "operator()",
  "GET /api/operator/screening": "operator()",
  "POST /api/operator/screening": "operator()",
  "POST /api/operator/screening/[id]": "operator()",
  "GET /api/operator/sends": "operator()",
  "GET /api/operator/sends/[id]": "operator()",
  "POST /api/operator/sends/[id]/end": "operator()",
  "POST /api/operator/sends/[id]/end-dead": "operator()",
  "GET /api/operator/stops": "operator()",
  "POST /api/operator/stops": "operator()",
  "POST /api/operator/stops/accept-nonce": "operator()",
  "POST /api/operator/stops/resume": "operator()",
  "POST /api/operator/sweep-policies": "operator()",
  "GET /api/operator/sweeps": "operator()",
  "POST /api/operator/sweeps": "operator()",
  "POST /api/operator/treasury": "operator()",
  "GET /api/operator/wallets": "operator()",
  "GET /api/operator/withdrawals": "operator()",
  "POST /api/operator/withdrawals": "operator()",
  "POST /api/operator/withdrawals/[id]/cancel": "operator()",
  "GET /api/overview": 'member("merchant.read")',
  "GET /api/payouts": 'member("merchant.read")',
  "POST /api/payouts": 'member("payout.create")',
  "GET /api/payouts/[id]": 'member("merchant.read")',
  "POST /api/payouts/[id]/cancel": 'member("payout.create")',
  "POST /api/payouts/preview": 'member("payout.create")',
  "GET /api/refund-requests": 'member("merchant.read")',
  "POST /api/refund-requests/[id]/decide": 'member("payout.create")',
  "POST /api/refund-requests/[id]/preview": 'member("payout.create")',
  "GET /api/refund-requests/invoice/[id]": 'member("merchant.read")',
  "GET /api/refunds/invoice/[id]": 'member("merchant.read")',
  "POST /api/refunds/invoice/[id]": 'member("payout.create")',
  "POST /api/refunds/invoice/[id]/preview": 'member("payout.create")',
  "GET /api/refunds/wallet/[id]": 'member("merchant.read")',
  "POST /api/refunds/wallet/[id]": 'member("payout.create")',
  "POST /api/refunds/wallet/[id]/preview": 'member("payout.create")',
  "GET /api/reviews": 'member("merchant.read")',
  "POST /api/reviews/[id]/decide": 'member("review.decide")',
  "GET /api/search": 'member("merchant.read")',
  "POST /api/setup": "stranger()",
  "GET /api/transfers": 'member("merchant.read")',
  "POST /api/transfers": 'member("payout.create")',
  "GET /api/transfers/history": 'member("merchant.read")',
  "GET /api/wallets": 'member("merchant.read")',
  "POST /api/wallets": 'member("wallet.change")',
  "GET /api/wallets/[id]": 'member("merchant.read")',
  "POST /api/wallets/[id]/block": 'member("wallet.change")',
  "GET /api/webhooks": 'member("merchant.read")',
  "GET /api/webhooks/[id]": 'member("merchant.read")',
  "POST /api/webhooks/[id]/resend": 'member("webhook.resend")',
  "GET /api/webhooks/export": 'member("merchant.read")',
  "GET /api/webhooks/failing": 'member("merchant.read")',
  "GET /api/webhooks/test": 'member("webhook.test")',
  "POST /api/webhooks/test": 'member("webhook.test")',
  "GET /api/webhooks/test/[id]": 'member("webhook.test")',
  "POST /api/webhooks/test/[id]/send": 'member("webhook.test")',
  "POST /api/operator/webhooks/[id]/resend": "operator()",
};

/** next-auth's own; it asks for its token, and we for the Origin besides. */
const ELSEWHERE = "app/api/auth/[...nextauth]/route.ts";

const METHOD = /export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/g;
const GATED = /export const (GET|POST|PUT|PATCH|DELETE) = (?:session|download)Endpoint\(\{\s+access: ([^\n]+),\n/g;

const routes = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|[\\/])route\.ts$/.test(name))
  .map((name) => `app/api/${name.replaceAll("\\", "/")}`)
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("every operation of the pages has the gate that it should", () => {
  const found = routes.flatMap(({ path, text }) =>
    [...text.matchAll(GATED)].map(([, method, gate]) => [
      `${method} ${path.replace(/^app/, "").replace(/\/route\.ts$/, "")}`,
      gate,
    ]),
  );

  expect(Object.fromEntries(found)).toEqual(EXPECTED);
});

test("no operation answers without a gate", () => {
  for (const { path, text } of routes.filter((route) => route.path !== ELSEWHERE)) {
    expect([path, [...text.matchAll(METHOD)].length]).toEqual([path, [...text.matchAll(GATED)].length]);
  }
});
