import { requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import { withinShare } from "@/lib/kernel/http/address-limits";
import { refusal } from "@/lib/kernel/refusals";

/**
 * Anybody with the link may renew an invoice and request its refund a limited number of times a day
 * (`RENEWALS_A_DAY`, `REQUESTS_A_DAY_MAX`). The limit per client address is lower, so that a
 * stranger who exhausts theirs by IPv4 and by IPv6 leaves some for the payer.
 */
const RENEWALS_OF_ADDRESS = 3;
const REFUND_REQUESTS_OF_ADDRESS = 4;

/**
 * @throws AppError that `publicErrorText` knows, if this client has used its share; errors of
 *   `renew`
 */
export async function shareRenewals<Result>(
  request: Request,
  invoiceId: string,
  renew: () => Promise<Result>,
): Promise<Result> {
  const refuse = () => refusal("renewed_too_often");
  return await withinShare(request, { what: `renew ${invoiceId}`, perDay: RENEWALS_OF_ADDRESS, refuse }, renew);
}

/** @throws AppError that `problemText` knows, if this client has used its share; errors of `ask` */
export async function shareRefundRequests<Result>(
  request: Request,
  invoiceId: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const refuse = requestErrors.tooOften;
  return await withinShare(request, { what: `refund ${invoiceId}`, perDay: REFUND_REQUESTS_OF_ADDRESS, refuse }, ask);
}
