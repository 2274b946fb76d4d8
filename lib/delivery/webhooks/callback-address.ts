import { env } from "@/lib/kernel/env";
import { invalidParameter } from "@/lib/kernel/errors";

export const NEEDS_TLS = "validation.url.https";
export const HTTPS_REQUIRED_MESSAGE =
  "Use a URL that starts with https://. This gateway does not send unencrypted webhooks.";

/**
 * Returns whether webhooks may be sent to `url`. Without TLS everybody on the path reads amounts,
 * addresses and a signature by the merchant's key. The sandbox allows any URL; elsewhere the
 * operator decides. Checked when a URL is set: objects created earlier keep sending to theirs.
 */
export function isCallbackAllowed(
  url: string,
  { SANDBOX, WEBHOOK_ALLOW_HTTP }: { readonly SANDBOX: boolean; readonly WEBHOOK_ALLOW_HTTP: boolean } = env(),
): boolean {
  return SANDBOX || WEBHOOK_ALLOW_HTTP || /^https:/i.test(url);
}

/**
 * @throws AppError `invalid_request` naming `url_callback` for a URL that webhooks may not be sent
 *   to
 */
export function assertCallbackAllowed(url: string | null): void {
  if (url !== null && !isCallbackAllowed(url)) throw invalidParameter("url_callback", NEEDS_TLS);
}
