import type { ReactNode } from "react";
import type { Outcome, SignOutcome, SignStep, Step } from "@/components/payers/pay/script/wallet/ask-wallet";
import { WALLET_SCRIPT_PATH } from "@/components/payers/pay/wallet-script";
import type { Messages } from "@/lib/kernel/locales/messages";

/** No wallet is available, or the script could not be loaded. */
type Missing = "none" | "unloaded";
/** Same text for every order. */
type Common = "connect" | "busy";

/** The script's messages for each step of a payment, and of a signature. */
export type PaySentences = Readonly<Record<Exclude<Step | Outcome, Common> | Missing, string>>;
export type SignSentences = Readonly<Record<Exclude<SignStep | SignOutcome, Common> | Missing, string>>;

type WalletPanelProps = {
  /** Key of the order: messages about another order are not shown for this one. */
  readonly order: string;
  /** The script's task, as the attributes that it reads from the markup. */
  readonly task: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly sentences: PaySentences | SignSentences;
  readonly button: ReactNode;
  readonly messages: Messages;
  /** Below everything. */
  readonly children?: ReactNode;
};

/**
 * Container for a browser wallet (EIP-1193): all that the script shows or sends is in this markup.
 * It stays hidden without scripts, and if no wallet is available; the wallet script is loaded when
 * the button is pressed.
 */
export function WalletPanel({ order, task, sentences, button, messages, children }: WalletPanelProps) {
  const said = Object.entries(sentences).map(([name, sentence]) => [`data-${name}`, sentence]);
  return (
    <div
      className="browser-wallet"
      data-wallet={WALLET_SCRIPT_PATH}
      data-key={order}
      {...task}
      data-which={messages.say("browser.which")}
      data-connect={messages.say("browser.connect")}
      data-busy={messages.say("browser.busy")}
      {...Object.fromEntries(said)}
    >
      {button}
      <p />
      <div className="wallets" />
      {children}
    </div>
  );
}
