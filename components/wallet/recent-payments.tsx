import { coinText, momentText } from "@/components/pay/format";
import { say } from "@/components/pay/say";
import type { DepositState, RecentDeposit, WalletPageView } from "@/lib/wallets/page-view";

const TONES: Readonly<Record<DepositState, "moving" | "good" | "wrong">> = {
  seen: "moving",
  waits: "moving",
  credited: "good",
  held: "wrong",
  case: "moving",
  returned: "good",
  vanished: "wrong",
};

type RecentPaymentsProps = { readonly view: Pick<WalletPageView, "recent" | "merchantName"> };

/** What came last: how much, and where it stands. Nothing of who sent it. */
export function RecentPayments({ view }: RecentPaymentsProps) {
  if (view.recent.length === 0) return null;
  return (
    <section className="deposits" aria-labelledby="recent">
      <h2 id="recent">{say("topup.recent")}</h2>
      <ul>
        {view.recent.map((deposit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal, and static markup is never reordered
          <li key={index}>
            <p>
              <b>{coinText(deposit.amount, deposit.currency)}</b>{" "}
              <span className={`badge ${TONES[deposit.state]}`}>{recentStateText(deposit, view.merchantName)}</span>
            </p>
            <p className="quiet">{placeText(deposit)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a payment stands, in words. */
export function recentStateText(deposit: RecentDeposit, merchant: string): string {
  if (deposit.state === "vanished") return say("deposit.vanished");
  if (deposit.state !== "seen") return say(`topup.${deposit.state}`, { merchant });
  if (deposit.confirmations === 0) return say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return say("deposit.seen", { have: String(have), need: String(deposit.confirmationsNeeded) });
}

function placeText({ networkName, seenAt }: RecentDeposit): string {
  return `${networkName} · ${momentText(seenAt)}`;
}
