import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as payFromBalance } from "@/app/pay/[uuid]/balance/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env, requiredSetting } from "@/lib/kernel/env";
import { operatorCapital, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { moveValue } from "@/lib/money-in/credits/testing/credit-rig";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { signIn } from "@/lib/people/identity/sign-in";

const PASSWORD = "a long enough password";
let merchantId = "";
let number = 0;

beforeAll(async () => {
  await openGateway(30);
  await fundCapital("USDT", "100000");
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

type Person = { readonly id: string; readonly cookie: string };

/** A signed-in user with `usdt` in the personal wallet. */
async function person(usdt: string): Promise<Person> {
  number += 1;
  const email = `payer-${number}@people.example`;
  const user = await withTransaction((tx) =>
    createUser(tx, { email, name: "Grace", password: PASSWORD, isOperator: false }),
  );
  const opened = await signIn({ email, password: PASSWORD, ip: "192.0.2.1", userAgent: null }, new Date());
  const token = { [SESSION_CLAIM]: opened?.sessionId };
  const value = await encode({ token, secret: requiredSetting("AUTH_SECRET") });
  if (usdt !== "0") await moveValue(operatorCapital("USDT"), userWallet(user.id, "USDT"), usdt);
  return { id: user.id, cookie: `${sessionCookieName()}=${value}` };
}

const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });

async function open(invoice: Invoice, who: Person | null): Promise<string> {
  const headers = who === null ? {} : { cookie: who.cookie };
  return (await getPage(new Request(`${env().BASE_URL}/pay/${invoice.id}`, { headers }), params(invoice.id))).text();
}

/** Returns the fields of the page's payment form; empty if it has none. */
function formOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function send(
  invoice: Invoice,
  who: Person | null,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const sent = { origin: "null", "sec-fetch-site": "same-origin", ...(who && { cookie: who.cookie }), ...headers };
  const body = new URLSearchParams(form);
  const url = `${env().BASE_URL}/pay/${invoice.id}/balance`;
  return payFromBalance(new Request(url, { method: "POST", headers: sent, body }), params(invoice.id));
}

const holds = async (who: Person) => (await findBalance(userWallet(who.id, "USDT"))).toFixed();

describe("the payment page", () => {
  test("offers a signed-in payer with a sufficient balance to pay at once, and says what will be taken", async () => {
    const invoice = await newInvoice(merchantId);
    const [rich, poor] = [await person("150"), await person("99.99")];
    const html = await open(invoice, rich);
    expect(html).toContain("Pay from my balance");
    expect(formOf(html)).toMatchObject({ quote: invoice.currentQuote?.id, amount: "100" });
    for (const other of [poor, await person("0"), null])
      expect(await open(invoice, other)).not.toContain("Pay from my balance");
  });

  test("never offers it inside a frame, where a shop could overlay the button", async () => {
    const invoice = await newInvoice(merchantId);
    const { cookie } = await person("150");
    const framed = new Request(`${env().BASE_URL}/pay/${invoice.id}?embed=1`, { headers: { cookie } });
    const html = await (await getPage(framed, params(invoice.id))).text();
    expect(html).toContain(invoice.currentQuote?.address);
    expect(html).not.toMatch(/Pay from my balance|name="seal"|You are signed in/);
  });

  test("pays by a plain form, shows the receipt, and a second submission takes nothing more", async () => {
    const [invoice, payer] = [await newInvoice(merchantId), await person("150")];
    const form = formOf(await open(invoice, payer));
    const answers = await Promise.all([send(invoice, payer, form), send(invoice, payer, form)]);
    for (const answer of answers)
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/pay/${invoice.id}`]);
    expect([await holds(payer), (await invoiceNow(invoice.id)).status]).toEqual(["50", "paid"]);
    const html = await open(invoice, null);
    expect(html).toContain("From a balance on this site");
    expect(html).not.toContain(payer.id);
    expect(html).not.toContain("Grace");
  });

  test("offers exactly the amount still due after a confirmed partial payment, and nothing while one is pending", async () => {
    const [invoice, payer] = [await newInvoice(merchantId), await person("150")];
    await pay(invoice, { amount: "30" });
    expect(formOf(await open(invoice, payer))).toEqual({});
    await settleInvoice(invoice.id);
    expect(formOf(await open(invoice, payer))).toMatchObject({ amount: "70" });
  });

  test("asks for a coin first if none is chosen, and names those whose balance is sufficient", async () => {
    const invoice = await newInvoice(merchantId, { amount: "25", currency: "USD", network: null });
    const html = await open(invoice, await person("150"));
    expect(html).toContain("balance here is sufficient in: USDT");
    expect(formOf(html)).not.toHaveProperty("quote");
    expect(await open(invoice, null)).not.toContain("balance here is sufficient");
  });
});

/** Backdates a user's payments by one day. */
async function growPayments({ id }: Person): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE internal_payments DISABLE TRIGGER USER`;
    await tx.$executeRaw`UPDATE internal_payments SET created_at = created_at - interval '1 day' WHERE user_id = ${id}::uuid`;
    await tx.$executeRaw`ALTER TABLE internal_payments ENABLE TRIGGER USER`;
  });
}

describe("in a session last re-authenticated sixteen minutes ago", () => {
  const grow = (who: Person, minutes = 16) =>
    database().session.updateMany({
      where: { userId: who.id },
      data: { confirmedAt: new Date(Date.now() - minutes * 60_000) },
    });

  test("paying a shop for the first time requires re-authentication, which leads back to the page", async () => {
    const [invoice, payer] = [await newInvoice(merchantId, { amount: "5" }), await person("150")];
    await grow(payer);
    const answer = await send(invoice, payer, formOf(await open(invoice, payer)));
    const back = new URLSearchParams({ return: `/pay/${invoice.id}` });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/confirm?${back}`]);
    expect([await holds(payer), (await invoiceNow(invoice.id)).status]).toEqual(["150", "check"]);
    await grow(payer, 1);
    await send(invoice, payer, formOf(await open(invoice, payer)));
    expect([await holds(payer), (await invoiceNow(invoice.id)).status]).toEqual(["145", "paid"]);
  });

  test("a shop first paid a day ago gets up to 100 USD in total", async () => {
    const payer = await person("500");
    const pays = async (amount: string) => {
      const invoice = await newInvoice(merchantId, { amount });
      await send(invoice, payer, formOf(await open(invoice, payer)));
      return (await invoiceNow(invoice.id)).status;
    };
    expect(await pays("5")).toBe("paid");
    await grow(payer);
    expect(await pays("5")).toBe("check");
    await growPayments(payer);
    expect([await pays("100.01"), await pays("60"), await pays("40.01"), await pays("40")]).toEqual([
      "check",
      "paid",
      "check",
      "paid",
    ]);
  });
});

describe("a form that the page did not create takes nothing", () => {
  test.each([
    ["sent from another site", {}, { "sec-fetch-site": "cross-site" }],
    ["sent from another origin", {}, { origin: "https://evil.example" }],
    ["with a lower amount", { amount: "1" }, {}],
    ["without a seal", { seal: "" }, {}],
    ["with an invalid seal", { seal: "A".repeat(43) }, {}],
    ["with an invalid amount", { amount: "1e2" }, {}],
  ])("%s", async (_name, changes, headers) => {
    const [invoice, payer] = [await newInvoice(merchantId), await person("150")];
    const form = { ...formOf(await open(invoice, payer)), ...changes };
    const answer = await send(invoice, payer, form, headers as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Nothing was taken");
    expect([await holds(payer), (await invoiceNow(invoice.id)).status]).toEqual(["150", "check"]);
  });

  test("created for somebody else, or for another invoice, or sent after signing out", async () => {
    const [invoice, other] = [await newInvoice(merchantId), await newInvoice(merchantId)];
    const [payer, thief] = [await person("150"), await person("150")];
    const form = formOf(await open(invoice, payer));
    for (const answer of [await send(invoice, thief, form), await send(other, payer, form)])
      expect(answer.status).toBe(422);
    await database().session.updateMany({ where: { userId: payer.id }, data: { revokedAt: new Date() } });
    const signedOut = await send(invoice, payer, form);
    expect(await signedOut.text()).toContain("You are signed out");
    expect([await holds(payer), await holds(thief)]).toEqual(["150", "150"]);
  });
});
