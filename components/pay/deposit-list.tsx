import { CopyButton } from "@/components/pay/copy-button";
import { coinText, shortText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";
import type { PayDeposit } from "@/lib/invoices/pay-view";

type DepositListProps = { readonly deposits: readonly PayDeposit[] };

/** Each payment that has been seen, and how deep it is. */
export function DepositList({ deposits }: DepositListProps) {
  if (deposits.length === 0) return null;
  return (
    <section className="deposits" aria-labelledby="deposits">
      <h2 id="deposits">{say("deposits.title")}</h2>
      <ul>
        {deposits.map((deposit) => (
          <li key={`${deposit.transactionId} ${deposit.amount.toFixed()}`}>
            <p>
              <b>{coinText(deposit.amount, deposit.currency)}</b>{" "}
              <span className={`badge ${toneOf(deposit)}`}>{statusText(deposit)}</span>
            </p>
            <p className="transaction">
              <TransactionLink id={deposit.transactionId} explorerUrl={deposit.explorerUrl} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type TransactionLinkProps = { readonly id: string; readonly explorerUrl: string | null };

/** A link where an explorer exists, else the shortened id with a way to copy it. */
export function TransactionLink({ id, explorerUrl }: TransactionLinkProps) {
  return (
    <>
      <code title={id}>{shortText(id)}</code>
      {explorerUrl === null ? (
        <CopyButton what="transaction" value={id} said={say("copied.transaction")} />
      ) : (
        <a className="link" href={explorerUrl} target="_blank" rel="noopener noreferrer">
          {say("deposit.explorer")} <Icon name="out" />
        </a>
      )}
    </>
  );
}

function toneOf(deposit: PayDeposit): string {
  if (deposit.status === "vanished") return "wrong";
  return deposit.status === "confirmed" ? "good" : "moving";
}

function statusText(deposit: PayDeposit): string {
  if (deposit.status === "vanished") return say("deposit.vanished");
  if (deposit.status === "confirmed") return say("deposit.confirmed");
  if (deposit.confirmations === 0) return say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return say("deposit.seen", { have: String(have), need: String(deposit.confirmationsNeeded) });
}
