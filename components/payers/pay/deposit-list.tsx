import { CopyButton } from "@/components/payers/pay/copy-button";
import { shortText } from "@/components/payers/pay/format";
import { Icon } from "@/components/payers/pay/icons";
import type { PayDeposit } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

type DepositListProps = { readonly deposits: readonly PayDeposit[]; readonly messages: Messages };

/** Each detected payment with its confirmations. */
export function DepositList({ deposits, messages }: DepositListProps) {
  if (deposits.length === 0) return null;
  return (
    <section className="deposits" aria-labelledby="deposits">
      <h2 id="deposits">{messages.say("deposits.title")}</h2>
      <ul>
        {deposits.map((deposit) => (
          <li key={`${deposit.transactionId} ${deposit.amount.toFixed()}`}>
            <p>
              <b dir="ltr">{messages.coin(deposit.amount, deposit.currency)}</b>{" "}
              <span className={`badge ${toneOf(deposit)}`}>{statusText(deposit, messages)}</span>
            </p>
            <p className="transaction">
              <TransactionLink id={deposit.transactionId} explorerUrl={deposit.explorerUrl} messages={messages} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type TransactionLinkProps = { readonly id: string; readonly explorerUrl: string | null; readonly messages: Messages };

/** A link if an explorer exists, else the shortened id with a copy button. */
export function TransactionLink({ id, explorerUrl, messages }: TransactionLinkProps) {
  return (
    <>
      <code title={id} dir="ltr">
        {shortText(id)}
      </code>
      {explorerUrl === null ? (
        <CopyButton what="transaction" value={id} said={messages.say("copied.transaction")} messages={messages} />
      ) : (
        <a className="link" href={explorerUrl} target="_blank" rel="noopener noreferrer">
          {messages.say("deposit.explorer")} <Icon name="out" />
        </a>
      )}
    </>
  );
}

function toneOf(deposit: PayDeposit): string {
  if (deposit.status === "vanished") return "wrong";
  return deposit.status === "confirmed" ? "good" : "moving";
}

function statusText(deposit: PayDeposit, messages: Messages): string {
  if (deposit.status === "vanished") return messages.say("deposit.vanished");
  if (deposit.status === "confirmed") return messages.say("deposit.confirmed");
  if (deposit.confirmations === 0) return messages.say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return messages.say("deposit.seen", {
    have: messages.number(have),
    need: messages.number(deposit.confirmationsNeeded),
  });
}
