import type { ReactNode } from "react";
import type { Outcome, SignOutcome, SignStep, Step } from "@/components/payers/pay/script/wallet/ask-wallet";
import { WALLET_SCRIPT_PATH } from "@/components/payers/pay/wallet-script";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Where no wallet is at hand, and where the script could not be loaded. */
type Missing = "none" | "unloaded";
/** Said of every order in the same words. */
type Common = "connect" | "busy";

/** What the script says at each step of a payment, and of a signature. */
export type PaySentences = Readonly<Record<Exclude<Step | Outcome, Common> | Missing, string>>;
export type SignSentences = Readonly<Record<Exclude<SignStep | SignOutcome, Common> | Missing, string>>;

type WalletPanelProps = {
  /** Names the order: what was shown of another is not shown of this one. */
  readonly order: string;
  /** What the script does, as the attributes of the markup that it reads. */
  readonly task: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly sentences: PaySentences | SignSentences;
  readonly button: ReactNode;
  readonly messages: Messages;
  /** Below everything. */
  readonly children?: ReactNode;
};

/**
 * The place of a wallet that lives in the browser (EIP-1193): everything that the script says or
 * sends stands in this markup. Without the script, which is loaded when the button is pressed, and
 * where no wallet is at hand it stays hidden.
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
