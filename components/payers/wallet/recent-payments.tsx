import { Moment } from "@/components/payers/pay/moment";
import { walletReceiptPath } from "@/components/payers/wallet/wallet-paths";
import type { DepositState, RecentDeposit, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Words } from "@/lib/kernel/locales/words";

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
  readonly words: Words;
  readonly lang: Locale | null;
};

/** What came last: how much, and where it stands. Nothing of who sent it. */
export function RecentPayments({ view, words, lang }: RecentPaymentsProps) {
  const { recent, merchantName: merchant } = view;
  if (recent.length === 0) return null;
  const isAny = (state: DepositState) => recent.some((deposit) => deposit.state === state);
  return (
    <section className="deposits" aria-labelledby="recent">
      <h2 id="recent">{words.say("topup.recent")}</h2>
      <RecentList view={view} words={words} />
      {isAny("waits") ? <p className="quiet">{words.say("topup.waiting")}</p> : null}
      {isAny("held") ? <p className="quiet">{words.say("topup.kept", { merchant })}</p> : null}
      <p className="center noprint">
        <a className="link" href={walletReceiptPath(view.uuid, lang)}>
          {words.say("topup.receipt")}
        </a>
      </p>
    </section>
  );
}

type RecentListProps = { readonly view: Pick<WalletPageView, "recent" | "merchantName">; readonly words: Words };

/** Newest first. */
export function RecentList({ view, words }: RecentListProps) {
  return (
    <ul>
      {view.recent.map((deposit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments may be equal, and static markup is never reordered
        <li key={index}>
          <p>
            <b dir="ltr">{words.coin(deposit.amount, deposit.currency)}</b>{" "}
            <span className={`badge ${TONES[deposit.state]}`}>
              {recentStateText(deposit, view.merchantName, words)}
            </span>
          </p>
          <p className="quiet">
            <bdi>{deposit.networkName}</bdi> ·{" "}
            <bdi>
              <Moment at={deposit.seenAt} words={words} />
            </bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Where a payment stands, in words. */
export function recentStateText(deposit: RecentDeposit, merchant: string, words: Words): string {
  if (deposit.state === "vanished") return words.say("deposit.vanished");
  if (deposit.state !== "seen") return words.say(`topup.${deposit.state}`, { merchant });
  if (deposit.confirmations === 0) return words.say("deposit.pool");
  const have = Math.min(deposit.confirmations, deposit.confirmationsNeeded);
  return words.say("deposit.seen", { have: words.number(have), need: words.number(deposit.confirmationsNeeded) });
}
