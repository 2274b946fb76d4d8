import { encode } from "next-auth/jwt";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { sealOffer } from "@/lib/fronts/dashboard/offer-seal";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { database } from "@/lib/kernel/db";
import { requiredSetting } from "@/lib/kernel/env";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { selectTransfers, toTransferFilter } from "@/lib/money-out/transfers/dashboard-queries";
import { signIn } from "@/lib/people/identity/sign-in";

/**
 * `cut`: no response, so the outcome is unknown from outside. `fault`: the gateway responded with
 * an internal error.
 */
export type Outcome = "done" | "refused" | "fault" | "cut";

/** A command sent to a web process once, and its state in the database. */
export type WebCommand = {
  readonly name: string;
  /**
   * False: repeating it pays again, because the API has no order id here; a shop checks the outcome
   * before it repeats.
   */
  readonly isRepeatable: boolean;
  readonly send: (url: string) => Promise<Outcome>;
  /** Returns how many times it has completed. @throws Error if it is only partly done */
  readonly count: () => Promise<number>;
};

async function outcomeOf(request: () => Promise<Response>): Promise<Outcome> {
  try {
    const { status } = await request();
    if (status >= 500) return "fault";
    return status === 200 || status === 303 ? "done" : "refused";
  } catch {
    return "cut";
  }
}

/** A transfer of an amount that is unique in the test. */
export function transferCommand(payer: Payer, direction: "to-personal" | "to-business", amount: string): WebCommand {
  const bytes = JSON.stringify({ amount, currency: "USDT" });
  const sign = signBody(Buffer.from(bytes), payer.key);
  const headers = { merchant: payer.merchantId, sign, "content-type": "application/json" };
  return {
    name: `${direction} ${amount}`,
    isRepeatable: false,
    send: (url) => outcomeOf(() => fetch(`${url}/v1/transfer/${direction}`, { method: "POST", headers, body: bytes })),
    async count() {
      const rows = await selectTransfers(payer.merchantId, toTransferFilter({}), 10_000);
      return rows.filter((row) => row.kind === `transfer.${direction}` && decimal(row.amount).eq(amount)).length;
    },
  };
}

export type SignedIn = { readonly sessionId: string; readonly cookie: string };

/** Signs a user in, and returns the session as a browser stores it. */
export async function signInPerson(email: string, password: string): Promise<SignedIn> {
  const opened = await signIn({ email, password, ip: "192.0.2.1", userAgent: null }, new Date());
  if (!opened?.sessionId) throw new Error(`${email} cannot sign in`);
  const token = { [SESSION_CLAIM]: opened.sessionId };
  const value = await encode({ token, secret: requiredSetting("AUTH_SECRET") });
  return { sessionId: opened.sessionId, cookie: `${sessionCookieName()}=${value}` };
}

/** Submits the form by which the payment page pays from the personal wallet. */
export function paymentCommand(invoice: Invoice, { sessionId, cookie }: SignedIn): WebCommand {
  const { id: invoiceId, currentQuote } = invoice;
  if (currentQuote === null) throw new Error("an invoice with a fixed coin has a quote");
  const [quote, amount] = [currentQuote.id, currentQuote.payerAmount.toFixed()];
  const seal = sealOffer({ sessionId, invoiceId, quoteId: quote, amount });
  const headers = { cookie, origin: "null", "sec-fetch-site": "same-origin" };
  const form = () => new URLSearchParams({ quote, amount, seal });
  return {
    name: `payment of ${invoiceId}`,
    isRepeatable: true,
    send: (url) =>
      outcomeOf(() =>
        fetch(`${url}/pay/${invoiceId}/balance`, { method: "POST", headers, body: form(), redirect: "manual" }),
      ),
    count: () => countPayments(invoiceId),
  };
}

/**
 * Counts payment, ledger entry, invoice status and the payer's audit event: all of them exist, or
 * none.
 */
async function countPayments(invoiceId: string): Promise<number> {
  const payments = await database().internalPayment.findMany({ where: { invoiceId } });
  const references = payments.map(({ id }) => `${id}:1`);
  const entries = await database().journalEntry.count({
    where: { kind: "invoice.credit-internal", reference: { in: references } },
  });
  const paid = await database().invoice.count({ where: { id: invoiceId, status: "paid" } });
  const trail = await database().auditEvent.count({ where: { action: "invoice.pay-from-balance", target: invoiceId } });
  if (new Set([payments.length, entries, paid, trail]).size !== 1)
    throw new Error(
      `invoice ${invoiceId}: ${payments.length} payments, ${entries} entries, ${paid} paid, ${trail} in the trail`,
    );
  return payments.length;
}
