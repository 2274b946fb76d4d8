import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROUTER_OPERATIONS } from "@/app/api/testing/router-operations";

/**
 * The access rules, written out a second time: a new operation or a changed gate must be confirmed
 * here. lib/fronts/dashboard/session-endpoint.db.test.ts proves that a gate rejects everybody else.
 */
const ROUTES: Readonly<Record<string, string>> = {
  "GET /api/account/sign-in": "anonymous()",
  "DELETE /api/account/sign-in": "anonymous()",
  "POST /api/account/sign-in/passkey": "anonymous()",
  "POST /api/account/confirm-email": "anonymous()",
  "POST /api/account/forgot-password": "anonymous()",
  "POST /api/account/reset-password": "anonymous()",
  "POST /api/invitations/sign-up": "anonymous()",
  "GET /api/analytics/download": 'member("merchant.read")',
  "GET /api/audit/export": 'member("audit.read")',
  "GET /api/operator/audit/export": "operator()",
  "GET /api/balances/journal": 'member("merchant.read")',
  "GET /api/balances/personal/statement/export": "person()",
  "GET /api/balances/statement/export": 'member("merchant.read")',
  "GET /api/invoices/export": 'member("merchant.read")',
  "POST /api/invoices/preview": 'member("invoice.create")',
  "GET /api/payouts/export": 'member("merchant.read")',
  "GET /api/wallets/export": 'member("merchant.read")',
  "GET /api/cases/export": 'member("merchant.read")',
  "GET /api/transfers/export": 'member("merchant.read")',
  "POST /api/merchant/brand/logo": 'member("merchant.change")',
  "GET /api/operator/journal": "operator()",
  "GET /api/operator/questionnaires/[id]/documents/[document]": "fresh(operator())",
  "POST /api/operator/screening": "fresh(operator())",
  "POST /api/payout-batches": 'member("payout.create")',
  "GET /api/payout-batches/[id]/export": 'member("merchant.read")',
  "GET /api/payout-batches/template": 'member("merchant.read")',
  "POST /api/setup": "anonymous()",
  "GET /api/webhooks/export": 'member("merchant.read")',
};

/** The same for the router's operations. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "payouts.list": "member:merchant.read",
  "payouts.counts": "member:merchant.read",
  "payouts.create": "fresh-for-money:member:payout.create",
  "payouts.detail": "member:merchant.read",
  "payouts.cancel": "member:payout.create",
  "payouts.preview": "member:payout.create",
  "chats.list": "member:merchant.read",
  "chats.create": "fresh:member:merchant.change",
  "chats.change": "fresh:member:merchant.change",
  "chats.enable": "fresh:member:merchant.change",
  "chats.disable": "member:merchant.change",
  "chats.remove": "member:merchant.change",
  "chats.test": "member:merchant.change",
  "operator.chats.list": "operator",
  "operator.chats.create": "fresh:operator",
  "operator.chats.change": "fresh:operator",
  "operator.chats.enable": "fresh:operator",
  "operator.chats.disable": "operator",
  "operator.chats.remove": "operator",
  "operator.chats.test": "operator",
  "settlements.list": "member:merchant.read",
  "settlements.save": "fresh:member:settlement.change",
  "settlements.pause": "member:payout.create",
  "settlements.resume": "fresh:member:settlement.change",
  "settlements.remove": "member:settlement.change",
  "transfers.wallets": "member:merchant.read",
  "transfers.create": "fresh-for-money:member:payout.create",
  "transfers.list": "member:merchant.read",
  "transfers.counts": "member:merchant.read",
  "reviews.open": "member:merchant.read",
  "reviews.decide": "fresh-for-money:member:review.decide",
  "payoutBatches.list": "member:merchant.read",
  "payoutBatches.detail": "member:merchant.read",
  "payoutBatches.check": "member:payout.create",
  "payoutBatches.rows": "member:merchant.read",
  "payoutBatches.approve": "fresh:member:review.decide",
  "payoutBatches.cancel": "member:payout.create",
  "payoutBatches.confirm": "fresh:member:payout.create",
  "balances.business": "member:merchant.read",
  "balances.personal": "person",
  "balances.personalStatement": "person",
  "balances.businessStatement": "member:merchant.read",
  "webhooks.list": "member:merchant.read",
  "webhooks.counts": "member:merchant.read",
  "webhooks.detail": "member:merchant.read",
  "webhooks.resend": "member:webhook.resend",
  "webhooks.failing": "member:merchant.read",
  "webhookTests.list": "member:webhook.test",
  "webhookTests.prepare": "fresh:member:webhook.test",
  "webhookTests.detail": "member:webhook.test",
  "webhookTests.send": "fresh:member:webhook.test",
  "inbox.list": "member:merchant.read",
  "inbox.counts": "member:merchant.read",
  "invoices.list": "member:merchant.read",
  "invoices.counts": "member:merchant.read",
  "invoices.detail": "member:merchant.read",
  "invoices.create": "member:invoice.create",
  "invoices.cancel": "member:invoice.create",
  "invoices.markAsPaid": "fresh:member:invoice.create",
  "wallets.list": "member:merchant.read",
  "wallets.counts": "member:merchant.read",
  "wallets.detail": "member:merchant.read",
  "wallets.create": "member:wallet.change",
  "wallets.block": "fresh-for-money:member:wallet.change",
  "cases.list": "member:merchant.read",
  "cases.counts": "member:merchant.read",
  "cases.previewCredit": "member:case.decide",
  "cases.credit": "fresh:member:case.decide",
  "refunds.invoice.list": "member:merchant.read",
  "refunds.invoice.order": "fresh-for-money:member:payout.create",
  "refunds.invoice.preview": "member:payout.create",
  "refunds.wallet.list": "member:merchant.read",
  "refunds.wallet.order": "fresh-for-money:member:payout.create",
  "refunds.wallet.preview": "member:payout.create",
  "refunds.case.list": "member:merchant.read",
  "refunds.case.order": "fresh-for-money:member:payout.create",
  "refunds.case.preview": "member:payout.create",
  "refundRequests.ofInvoice": "member:merchant.read",
  "refundRequests.preview": "member:payout.create",
  "refundRequests.decide": "fresh-for-money:member:payout.create",
  "bills.list": "member:merchant.read",
  "bills.due": "member:merchant.read",
  "bills.detail": "member:merchant.read",
  "bills.create": "member:invoice.create",
  "bills.change": "member:invoice.create",
  "bills.discard": "member:invoice.create",
  "bills.send": "member:invoice.create",
  "bills.sendAgain": "member:invoice.create",
  "bills.cancel": "member:invoice.create",
  "paymentLinks.list": "member:merchant.read",
  "paymentLinks.detail": "member:merchant.read",
  "paymentLinks.create": "member:invoice.create",
  "paymentLinks.change": "member:invoice.create",
  "pointOfSale.read": "member:merchant.read",
  "pointOfSale.sale": "member:merchant.read",
  "pointOfSale.today": "member:merchant.read",
  "pointOfSale.charge": "member:invoice.create",
  "pointOfSale.mailReceipt": "member:invoice.create",
  "pointOfSale.changeSettings": "member:invoice.create",
  "pointOfSale.createItem": "member:invoice.create",
  "pointOfSale.changeItem": "member:invoice.create",
  "recurrences.list": "member:merchant.read",
  "recurrences.detail": "member:merchant.read",
  "recurrences.create": "member:invoice.create",
  "recurrences.cancel": "member:invoice.create",
  "keys.list": "member:api-key.read",
  "keys.rotatePayment": "fresh:member:api-key.rotate",
  "keys.rotatePayout": "fresh:member:payout-key.rotate",
  "merchant.restrictions": "member:merchant.read",
  "merchant.changeSettings": "fresh-for-money:member:merchant.change",
  "merchant.setLimits": "fresh:member:merchant.change",
  "merchant.setAutoConvert": "member:merchant.change",
  "merchant.setCoins": "member:merchant.change",
  "merchant.setCoinTerms": "member:merchant.change",
  "merchant.changeBrand": "member:merchant.change",
  "merchant.removeLogo": "member:merchant.change",
  "members.list": "member:member.read",
  "members.changeRole": "fresh:member:member.change",
  "members.remove": "fresh:member:member.change",
  "members.leave": "fresh:member:merchant.read",
  "members.requireSecondFactor": "fresh:member:member.change",
  "members.invitations": "member:member.read",
  "members.invite": "fresh:member:member.change",
  "members.resendInvitation": "fresh:member:member.change",
  "members.revokeInvitation": "member:member.change",
  "audit.list": "member:audit.read",
  "notifications.list": "person",
  "notifications.read": "person",
  "overview.read": "member:merchant.read",
  "search.find": "member:merchant.read",
  "analytics.volume": "member:merchant.read",
  "analytics.payments": "member:merchant.read",
  "operator.figures": "operator",
  "operator.hotWallets.list": "operator",
  "operator.hotWallets.setColdAddress": "fresh:operator",
  "operator.sweeps.list": "operator",
  "operator.sweeps.start": "operator",
  "operator.sweeps.setPolicy": "operator",
  "operator.capital.sums": "operator",
  "operator.capital.entries": "operator",
  "operator.capital.moveTreasury": "operator",
  "operator.withdrawals.list": "operator",
  "operator.withdrawals.create": "fresh:operator",
  "operator.withdrawals.cancel": "operator",
  "operator.merchants.list": "operator",
  "operator.merchants.detail": "operator",
  "operator.merchants.changeBlocks": "fresh:operator",
  "operator.merchants.changeCommission": "fresh:operator",
  "operator.unsigned.list": "operator",
  "operator.unsigned.cancelPayoutAsOperator": "fresh:operator",
  "operator.unsigned.cancelBatchAsOperator": "fresh:operator",
  "operator.users.list": "operator",
  "operator.users.setOperator": "fresh:operator",
  "operator.users.setSuspended": "fresh:operator",
  "operator.sends.list": "operator",
  "operator.sends.detail": "operator",
  "operator.sends.end": "fresh:operator",
  "operator.sends.failUnconfirmable": "operator",
  "operator.stops.list": "operator",
  "operator.stops.stop": "operator",
  "operator.stops.resume": "fresh:operator",
  "operator.stops.acceptNonce": "fresh:operator",
  "operator.networks.list": "operator",
  "operator.networks.detail": "operator",
  "operator.networks.change": "fresh:operator",
  "operator.networks.changeService": "fresh:operator",
  "operator.tokens.list": "operator",
  "operator.tokens.lookUp": "operator",
  "operator.tokens.add": "fresh:operator",
  "operator.tokens.remove": "operator",
  "operator.prices.list": "operator",
  "operator.exchanges.list": "operator",
  "operator.exchanges.set": "operator",
  "operator.exchanges.reset": "operator",
  "operator.cases.list": "operator",
  "operator.cases.detail": "operator",
  "operator.cases.creditPreview": "operator",
  "operator.cases.credit": "fresh:operator",
  "operator.cases.refundPreview": "operator",
  "operator.cases.refund": "fresh:operator",
  "operator.cases.askPayer": "operator",
  "operator.questionnaires.answers": "fresh:operator",
  "operator.questionnaires.extend": "operator",
  "operator.screening.setListActive": "fresh:operator",
  "operator.screening.lists": "operator",
  "operator.screening.reviews": "operator",
  "operator.screening.decide": "fresh:operator",
  "operator.jobs.kinds": "operator",
  "operator.jobs.dead": "operator",
  "operator.jobs.retry": "operator",
  "operator.jobs.retryKind": "operator",
  "operator.webhooks.list": "operator",
  "operator.webhooks.resend": "operator",
  "operator.reversals.list": "operator",
  "operator.reversals.approve": "fresh:operator",
  "invitations.accept": "person",
  "operator.invitations.list": "operator",
  "operator.invitations.create": "fresh:operator",
  "operator.invitations.resend": "fresh:operator",
  "operator.invitations.revoke": "operator",
  "operator.overview": "operator",
  "operator.audit.list": "operator",
  "operator.doctor.report": "operator",
  "operator.alarms.dismiss": "operator",
  "account.saveProfile": "person",
  "account.changePassword": "person",
  "account.changeEmail": "fresh:person",
  "account.sendProofAgain": "person",
  "account.chooseMerchant": "person",
  "account.sessions.list": "person",
  "account.sessions.revoke": "fresh:person",
  "account.sessions.revokeOthers": "fresh:person",
  "account.secondFactor.read": "person",
  "account.secondFactor.startTotp": "fresh:person",
  "account.secondFactor.confirmTotp": "fresh:person",
  "account.secondFactor.turnOffTotp": "person",
  "account.secondFactor.renewRecoveryCodes": "fresh:person",
  "account.passkeys.start": "fresh:person",
  "account.passkeys.add": "fresh:person",
  "account.passkeys.rename": "person",
  "account.passkeys.remove": "fresh:person",
  "account.confirm.ways": "person",
  "account.confirm.show": "person",
  "account.confirm.askForPasskey": "person",
  "account.notifications.choices": "person",
  "account.notifications.choose": "person",
};

/** Serves the router; each of its operations begins with a gate. */
const OF_ROUTER = "app/api/rpc/[operation]/route.ts";

/** next-auth's own route: it checks its CSRF token, and we check the Origin header in addition. */
const ELSEWHERE = "app/api/auth/[...nextauth]/route.next.ts";

const METHOD = /export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/g;
const GATED = /export const (GET|POST|PUT|PATCH|DELETE) = (?:session|download)Endpoint\(\{\s+access: ([^\n]+),\n/g;

const routes = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|[\\/])route(\.next)?\.\w+$/.test(name))
  .map((name) => `app/api/${name.replaceAll("\\", "/")}`)
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("every operation of the router has the expected gate and an output schema", () => {
  const found = ROUTER_OPERATIONS.map(({ name, gate }) => [name, gate]);
  expect(ROUTER_OPERATIONS.filter(({ output }) => output === undefined)).toEqual([]);
  expect(Object.fromEntries(found)).toEqual(OPERATIONS);
});

test("query inputs of the router are strings only, as in a URL", () => {
  const asked = ROUTER_OPERATIONS.filter(({ method }) => method === "GET").flatMap(({ name, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    const others = Object.entries(properties).filter(
      ([, of]) => typeof of === "object" && "type" in of && of.type !== "string",
    );
    // A number that its schema coerces from a string.
    const isMadeOfText = (field: string) =>
      input instanceof z.ZodObject && z.safeParse(input.shape[field], "7").success;
    return others.flatMap(([field]) => (isMadeOfText(field) ? [] : [`${name} ${field}`]));
  });
  expect(asked).toEqual([]);
});

test("every route of the pages has the expected gate", () => {
  const found = routes.flatMap(({ path, text }) =>
    [...text.matchAll(GATED)].map(([, method, gate]) => [
      `${method} ${path.replace(/^app/, "").replace(/\/route\.ts$/, "")}`,
      gate,
    ]),
  );

  expect(Object.fromEntries(found)).toEqual(ROUTES);
});

test("Next serves no route except next-auth's: the gates of all others are tested here", () => {
  const ofNext = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((name) => `app/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\/route\.(?!ts$)/.test(path) && !path.endsWith(".test.ts"));
  expect(ofNext).toEqual([ELSEWHERE]);
});

test("no route responds without a gate", () => {
  for (const { path, text } of routes.filter((route) => route.path !== ELSEWHERE && route.path !== OF_ROUTER)) {
    expect([path, [...text.matchAll(METHOD)].length]).toEqual([path, [...text.matchAll(GATED)].length]);
  }
});
