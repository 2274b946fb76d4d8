import { isIP } from "node:net";

/** Where passkeys can be made and used. */
export type PasskeyPlace =
  | {
      readonly isAvailable: true;
      /** The domain that they belong to. */
      readonly rpId: string;
      /** The origin of the page that may ask for them. */
      readonly origin: string;
    }
  | { readonly isAvailable: false; readonly reason: string };

/**
 * Browsers tie passkeys to a domain that is reached over https, or to `localhost` (WebAuthn, section 5.1.2): an address in digits has
 * none. A gateway on this machine is reached by `localhost` as well, so there they work under that name.
 */
export function passkeyPlace(baseUrl: string): PasskeyPlace {
  const url = new URL(baseUrl);
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  if (host === "127.0.0.1" || host === "::1") url.hostname = "localhost";
  else if (isIP(host) !== 0) {
    return {
      isAvailable: false,
      reason: "Passkeys need a domain name, and this gateway is reached by an address in digits.",
    };
  }
  const isLocal = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
  if (url.protocol !== "https:" && !isLocal) {
    return { isAvailable: false, reason: "Passkeys need https, and this gateway is reached without." };
  }
  return { isAvailable: true, rpId: url.hostname, origin: url.origin };
}
