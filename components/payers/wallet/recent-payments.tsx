import { Moment } from "@/components/payers/pay/moment";
import { walletReceiptPath } from "@/components/payers/wallet/wallet-paths";
import type { DepositState, RecentDeposit, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

const TONES: Readonly<Record<DepositState, "moving" | "good" | "wrong">> = {
  seen: "moving",
  waits: "moving",
  credited: "good",
  held: "wrong",
  case: "moving",
  returning: "moving",
  returned: "good",
  vanished: "wrong",
};

type RecentPaymentsProps = {
  readonly view: Pick<WalletPageView, "uuid" | "recent" | "merchantName">;
  readonly messages: Messages;
  readonly lang: Locale | null;
};

/** The last payments: amount and status. No data about the sender. */
export function RecentPayments({ view, messages, lang }: RecentPaymentsProps) {
  const { recent, merchantName: merchant } = view;
  if (recent.length === 0) return null;
  const isAny = (state: DepositState) => recent.some((deposit) => deposit.state === state);
  return (
    <section className="deposits" aria-labelledby="recent">
      <h2 id="recent">{messages.say("topup.recent")}</h2>
      <RecentList view={view} messages={messages} />
      {isAny("waits") ? <p className="quiet">{messages.say("topup.waiting")}</p> : null}
      {isAny("held") ? <p className="quiet">{messages.say("topup.kept", { merchant })}</p> : null}
      <p className="center noprint">
        <a className="link" href={walletReceiptPath(view.uuid, lang)}>
          {messages.say("topup.receipt")}
        </a>
      </p>
    </section>
  );
}

type RecentListProps = { readonly view: Pick<WalletPageView, "recent" | "merchantName">; readonly messages: Messages };

/** Newest first. */
export function RecentList({ view, messages }: RecentListProps) {
  return (
    <ul>
      {view.recent.map((deposit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal, and static markup is never reordered
        <li key={index}>
          <p>
            <b dir="ltr">{messages.coin(deposit.amount, deposit.currency)}</b>{" "}
            <span className={`badge ${TONES[deposit.state]}`}>
              {recentStateText(deposit, view.merchantName, messages)}
            </span>
          </p>
          <p className="quiet">
            <bdi>{deposit.networkName}</bdi> ·{" "}
            <bdi>
              <Moment at={deposit.seenAt} messages={messages} />
            </bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Returns the status of a payment as text. */
export function recentStateText(deposit: RecentDeposit, merchant: string, messages: Messages): string {
  if (deposit.state === "vanished") return messages.say("deposit.vanished");
  if (deposit.state !== "seen") return messages.say(`topup.${deposit.state}`, { merchant });
  if (deposit.confirmations === 0) return messages.say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return messages.say("deposit.seen", {
    have: messages.number(have),
    need: messages.number(deposit.confirmationsNeeded),
  });
}
