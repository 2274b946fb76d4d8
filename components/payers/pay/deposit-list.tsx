import { CopyButton } from "@/components/payers/pay/copy-button";
import { shortText } from "@/components/payers/pay/format";
import { Icon } from "@/components/payers/pay/icons";
import type { PayDeposit } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";

type DepositListProps = { readonly deposits: readonly PayDeposit[]; readonly words: Words };

/** Each payment that has been seen, and how deep it is. */
export function DepositList({ deposits, words }: DepositListProps) {
  if (deposits.length === 0) return null;
  return (
    <section className="deposits" aria-labelledby="deposits">
      <h2 id="deposits">{words.say("deposits.title")}</h2>
      <ul>
        {deposits.map((deposit) => (
          <li key={`${deposit.transactionId} ${deposit.amount.toFixed()}`}>
            <p>
              <b dir="ltr">{words.coin(deposit.amount, deposit.currency)}</b>{" "}
              <span className={`badge ${toneOf(deposit)}`}>{statusText(deposit, words)}</span>
            </p>
            <p className="transaction">
              <TransactionLink id={deposit.transactionId} explorerUrl={deposit.explorerUrl} words={words} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type TransactionLinkProps = { readonly id: string; readonly explorerUrl: string | null; readonly words: Words };

/** A link where an explorer exists, else the shortened id with a way to copy it. */
export function TransactionLink({ id, explorerUrl, words }: TransactionLinkProps) {
  return (
    <>
      <code title={id} dir="ltr">
        {shortText(id)}
      </code>
      {explorerUrl === null ? (
        <CopyButton what="transaction" value={id} said={words.say("copied.transaction")} words={words} />
      ) : (
        <a className="link" href={explorerUrl} target="_blank" rel="noopener noreferrer">
          {words.say("deposit.explorer")} <Icon name="out" />
        </a>
      )}
    </>
  );
}

function toneOf(deposit: PayDeposit): string {
  if (deposit.status === "vanished") return "wrong";
  return deposit.status === "confirmed" ? "good" : "moving";
}

function statusText(deposit: PayDeposit, words: Words): string {
  if (deposit.status === "vanished") return words.say("deposit.vanished");
  if (deposit.status === "confirmed") return words.say("deposit.confirmed");
  if (deposit.confirmations === 0) return words.say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return words.say("deposit.seen", { have: words.number(have), need: words.number(deposit.confirmationsNeeded) });
}
