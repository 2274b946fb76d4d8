import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type {
  AssertionInput,
  AttestationInput,
  PasskeyPlaceView,
  PasskeyRequest,
} from "@/lib/people/identity/second-factor-schema";

/** The browser's side of passkeys. */

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type RegistrationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/**
 * Returns the authenticator's assertion; null if the user closed the browser's dialog, or has no
 * passkey here.
 */
export function answerPasskeyRequest({ options }: PasskeyRequest): Promise<AssertionInput | null> {
  const optionsJSON = options as unknown as AuthenticationOptions;
  return unlessLeft(async () => ({ ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} }));
}

/**
 * Creates a passkey with an authenticator; returns null if the user closed the browser's
 * dialog. @throws Error with a message for users
 */
export function makePasskey({ options }: PasskeyRequest): Promise<AttestationInput | null> {
  return unlessLeft(async () => {
    const made = await startRegistration({ optionsJSON: options as unknown as RegistrationOptions });
    const { transports = [] } = made.response;
    return { ...made, response: { ...made.response, transports }, clientExtensionResults: {} };
  });
}

async function unlessLeft<Made>(ask: () => Promise<Made>): Promise<Made | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
      throw new Error("This device already has a passkey for your account.");
    }
    // Browsers report a closed dialog and a missing passkey alike, so that pages cannot find out
    // who has which.
    return null;
  }
}

export type PasskeySupport =
  | { readonly state: "ready" }
  /** Passkeys work, but at another URL of the same gateway. */
  | { readonly state: "elsewhere"; readonly origin: string }
  | { readonly state: "none"; readonly reason: string };

/** Returns whether this browser can use passkeys on the current page. */
export function passkeySupport({ origin, reason }: PasskeyPlaceView): PasskeySupport {
  if (origin === null) return { state: "none", reason: reason ?? "Passkeys are not available here." };
  if (window.location.origin !== origin) return { state: "elsewhere", origin };
  if (!browserSupportsWebAuthn()) return { state: "none", reason: "This browser does not support passkeys." };
  return { state: "ready" };
}
