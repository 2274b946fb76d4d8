import { randomBytes } from "node:crypto";
import { listRefundables } from "@/lib/exceptions/refund-requests/list-refundables";
import { findTerms } from "@/lib/exceptions/refund-requests/money-repo";
import {
  type RefundableMoney,
  type RefundRequest,
  requestErrors,
  writeLinkMail,
} from "@/lib/exceptions/refund-requests/refund-request";
import { countRequestsSince, insertRequest } from "@/lib/exceptions/refund-requests/repo";
import { priceHeld, quoteRefundFee, refundService } from "@/lib/exceptions/refunds/held-refund";
import type { RefundRequestKind } from "@/lib/generated/prisma/client";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/kernel/locales/locales";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { isMailAddress } from "@/lib/kernel/mail/mail-address";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById, lockInvoice } from "@/lib/money-in/invoices/repo";
import { paymentPageUrl } from "@/lib/money-in/invoices/wire-view";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress } from "@/lib/sending/destinations/check-destination";

const CHALLENGE_BYTES = 16;

/** Returns a single-use challenge for the wallet to sign. */
function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString("hex");
}

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Each request may send a mail, so anyone who holds the link could otherwise flood the payer's
 * mailbox.
 */
const REQUESTS_A_DAY_MAX = 12;
const ADDRESS_CHARACTERS_MAX = 128;

export type RefundRequestInput = {
  readonly invoiceId: string;
  readonly kind: RefundRequestKind;
  /** Set for kind `case`. */
  readonly caseId: string | null;
  /** As typed. */
  readonly address: string;
  /** Language of the page, used for the mail and the message to sign. */
  readonly locale: Locale;
};

/** A stored refund request, and the ways in which the payer can prove ownership. */
export type SavedRefundRequest = {
  readonly request: RefundRequest;
  readonly isMailed: boolean;
  /** Address of the wallet that may sign; null: a signature is not accepted. */
  readonly signer: string | null;
};

/**
 * Stores a refund request to an address, submitted by someone who holds the payment's link. It has
 * no effect until the payer proves ownership within 24 hours: through the link in a mail to the
 * address the shop provided, or by a signature of the wallet that paid.
 *
 * @throws AppError `refused` with a text of {@link requestErrors};
 *   `address: validation.address.<reason>` as for payouts
 */
export async function askForRefund(input: RefundRequestInput, now = new Date()): Promise<SavedRefundRequest> {
  const [catalog, invoice] = await Promise.all([loadCatalog(), findInvoiceById(database(), input.invoiceId)]);
  if (invoice === null) throw requestErrors.nothing();
  const money = await pickMoney(database(), catalog, invoice, input);
  const address = await evaluateDestination(catalog, money, input.address);
  await assertWorthwhile(catalog, money);
  const hasMail = canMail(invoice);
  if (!hasMail && money.signer === null) throw requestErrors.noWay();
  const secret = hasMail ? newLinkSecret() : null;
  const messages = await loadMessages(input.locale);
  const terms = await findTerms(database(), invoice.merchantId);
  invariant(terms, "an invoice has a merchant");
  return await withTransaction(async (tx) => {
    const { request, locked, signer } = await writeDown(tx, catalog, input, { address, secret, now });
    const isMailed =
      secret !== null &&
      locked.payerEmail !== null &&
      (await queueMail(tx, {
        kind: "refund-link",
        reference: request.id,
        recipient: locked.payerEmail,
        isSecret: true,
        ...writeLinkMail({
          request,
          networkName: catalog.network(request.networkCode)?.name ?? request.networkCode,
          merchant: terms.name,
          orderId: locked.orderId,
          url: `${paymentPageUrl(locked.id)}/refund/confirm?token=${secret}&lang=${messages.locale}`,
          messages,
        }),
      }));
    return { request, isMailed, signer };
  });
}

/** Returns whether a mail can reach the payer. */
export function canMail({ payerEmail }: Pick<Invoice, "payerEmail">): boolean {
  return payerEmail !== null && isMailAddress(payerEmail) && mailSender() !== null;
}

type Written = { readonly address: string; readonly secret: string | null; readonly now: Date };

/** Evaluates again under the lock, so that concurrent requests are counted one after the other. */
async function writeDown(tx: Tx, catalog: Catalog, input: RefundRequestInput, written: Written) {
  const { address, secret, now } = written;
  const locked = await lockInvoice(tx, input.invoiceId);
  invariant(locked, "an invoice is never deleted");
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countRequestsSince(tx, locked.id, since)) >= REQUESTS_A_DAY_MAX) throw requestErrors.tooOften();
  const { kind, caseId, amount, currencyCode, networkCode, signer } = await pickMoney(tx, catalog, locked, input);
  const request = await insertRequest(tx, {
    merchantId: locked.merchantId,
    invoiceId: locked.id,
    kind,
    caseId,
    currencyCode,
    networkCode,
    amount,
    address,
    challenge: newChallenge(),
    locale: input.locale,
    confirmUntil: new Date(now.getTime() + DAY_MS),
    tokenHash: secret === null ? null : hashOfLinkSecret(secret),
  });
  return { request, locked, signer };
}

async function pickMoney(
  tx: Tx,
  catalog: Catalog,
  invoice: Invoice,
  { kind, caseId }: RefundRequestInput,
): Promise<RefundableMoney> {
  const money = await listRefundables(tx, catalog, invoice);
  const found = money.find((candidate) => candidate.kind === kind && candidate.caseId === caseId);
  if (found === undefined) throw requestErrors.nothing();
  return found;
}

async function evaluateDestination(catalog: Catalog, { networkCode }: RefundableMoney, text: string): Promise<string> {
  const network = catalog.network(networkCode);
  if (network === null) throw requestErrors.nothing();
  return await checkAddress(catalog, network, text.trim().slice(0, ADDRESS_CHARACTERS_MAX + 1));
}

/**
 * Rejects a request if the current fee would leave nothing to refund. If no fee can be quoted now,
 * a later step detects it.
 */
async function assertWorthwhile(catalog: Catalog, { currencyCode, networkCode, amount }: RefundableMoney) {
  const service = refundService(catalog, currencyCode, networkCode);
  const fee = await quoteRefundFee(service).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (fee === null) return;
  try {
    priceHeld(service, amount, fee);
  } catch (error) {
    throw error instanceof AppError ? requestErrors.tooSmall() : error;
  }
}
