import { failureOf, type SignOutcome, type SignStep } from "@/components/payers/pay/script/wallet/ask-wallet";
import type { Provider } from "@/components/payers/pay/script/wallet/find-wallets";

/** The text to sign, from the page's markup. */
export type SignOrder = {
  /** The text as UTF-8 in hexadecimal. */
  readonly text: string;
  /** The account that has to sign it. */
  readonly signer: string;
};

/**
 * Guides a wallet through one signature of a text (EIP-191). Only the account that paid is asked;
 * `isStill` reports, just before, whether the page still shows the same request.
 */
export async function signText(
  provider: Provider,
  { text, signer }: SignOrder,
  say: (step: SignStep) => void,
  isStill: () => boolean,
): Promise<{ readonly outcome: SignOutcome; readonly signature: string }> {
  const none = (outcome: SignOutcome) => ({ outcome, signature: "" });
  try {
    say("connect");
    const accounts = await provider.request({ method: "eth_requestAccounts", params: [] });
    const shown = Array.isArray(accounts) ? accounts.map(String) : [];
    if (shown.length === 0) return none("refused");
    const account = shown.find((candidate) => candidate.toLowerCase() === signer.toLowerCase());
    if (account === undefined) return none("other");
    if (!isStill()) return none("changed");
    say("confirm");
    const signature = await provider.request({ method: "personal_sign", params: [text, account] });
    return typeof signature === "string" ? { outcome: "signed", signature } : none("failed");
  } catch (error) {
    return none(failureOf(error));
  }
}
