import { env } from "@/lib/kernel/env";
import { invalidParameter } from "@/lib/kernel/errors";

export const NEEDS_TLS = "validation.url.https";
export const HTTPS_REQUIRED_MESSAGE =
  "Use a URL that starts with https://. This gateway does not send unencrypted webhooks.";

/**
 * Whether webhooks may go there: everybody on the way reads what is sent without TLS, amounts,
 * addresses and a signature by the merchant's key. The sandbox takes any; elsewhere the operator
 * decides. Asked when an address is given: what was created with one before is told as ever.
 */
export function isCallbackAllowed(
  url: string,
  { SANDBOX, WEBHOOK_ALLOW_HTTP }: { readonly SANDBOX: boolean; readonly WEBHOOK_ALLOW_HTTP: boolean } = env(),
): boolean {
  return SANDBOX || WEBHOOK_ALLOW_HTTP || /^https:/i.test(url);
}

/** @throws AppError `invalid_request` naming `url_callback` for one that webhooks may not go to */
export function assertCallbackAllowed(url: string | null): void {
  if (url !== null && !isCallbackAllowed(url)) throw invalidParameter("url_callback", NEEDS_TLS);
}
