import type { Tx } from "@/lib/db";
import { findOwnedAddress, takeAddress } from "@/lib/deposits/take-address-repo";
import { coinErrors } from "@/lib/invoices/coin-error";
import type { Quote } from "@/lib/invoices/invoice";
import type { QuoteTerms } from "@/lib/invoices/quote-terms";
import { insertQuote } from "@/lib/invoices/repo";

/**
 * Writes a price for an invoice, at the address that it has in the coin's family already, else at a fresh one. Answers the quote's id;
 * the caller holds the invoice's lock and makes it the current one.
 * @throws AppError `The terminal was not found` when the family has no address left to give
 */
export async function addQuote(
  tx: Tx,
  invoiceId: string,
  { service, ...price }: QuoteTerms,
  when: Pick<Quote, "number" | "validUntil" | "createdAt">,
): Promise<string> {
  const { currency, network } = service;
  const owner = { kind: "invoice", id: invoiceId } as const;
  const given = (await findOwnedAddress(tx, network.family, owner)) ?? (await takeAddress(tx, network.family, owner));
  if (given === null) throw coinErrors.terminalNotFound({ pool: network.family });
  const coin = { currencyCode: currency.code, networkCode: network.code };
  return await insertQuote(tx, invoiceId, { ...price, ...given, ...coin, ...when });
}
