import { ErrorNotice } from "@/components/payers/pay/error-notice";
import { PageFooter } from "@/components/payers/pay/page-footer";
import { SandboxPanel } from "@/components/payers/pay/sandbox-panel";
import { ShopName } from "@/components/payers/pay/shop-name";
import { RecentPayments } from "@/components/payers/wallet/recent-payments";
import { WalletHeadline } from "@/components/payers/wallet/wallet-headline";
import { walletPath } from "@/components/payers/wallet/wallet-paths";
import { WalletTarget } from "@/components/payers/wallet/wallet-target";
import type { WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

export type WalletPageModel = {
  readonly view: WalletPageView;
  /** Public error message about the reader's last request. */
  readonly error: string | null;
  /** Sandbox only: the panel with test payments. */
  readonly hasPlayMoney: boolean;
  /**
   * Sandbox only: the reader has just sent play money, when the newest payment had this time stamp.
   * Absent or null: nothing was sent.
   */
  readonly sentAfter?: number | null;
  readonly messages: Messages;
  /** Set if the URL names the reader's language. */
  readonly lang: Locale | null;
};

const PLAY_MONEY = { exact: "topup.sandbox.exact", little: "topup.sandbox.little" } as const;
const PLAY_MONEY_WITH_TOKENS = { ...PLAY_MONEY, token: "sandbox.token" } as const;

/** Returns when the newest payment was detected, in milliseconds since 1970; 0 for none. */
export function lastSeenAt({ recent }: Pick<WalletPageView, "recent">): number {
  return recent[0]?.seenAt.getTime() ?? 0;
}

/**
 * The hosted page of one static wallet. The payment page's script replaces `live` when something
 * has changed.
 */
export function WalletPage({ view, error, hasPlayMoney, sentAfter = null, messages, lang }: WalletPageModel) {
  const page = walletPath(view.uuid, "", lang, sentAfter);
  const update = walletPath(view.uuid, "/state", messages.locale);
  const events = walletPath(view.uuid, "/events", messages.locale);
  return (
    <div id="live" className="page" data-key={view.key} data-state={update} data-events={events} data-page={page}>
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
        <p className="price">{messages.say("topup.kind")}</p>
      </header>
      <main>
        {error === null ? null : <ErrorNotice text={error} messages={messages} />}
        <div className="card">
          <WalletHeadline view={view} messages={messages} />
          {view.target === null ? null : <WalletTarget view={view} target={view.target} messages={messages} />}
          <RecentPayments view={view} messages={messages} lang={lang} />
        </div>
        {hasPlayMoney ? (
          <SandboxPanel
            action={walletPath(view.uuid, "/sandbox", lang)}
            title="topup.sandbox.title"
            isSent={lastSeenAt(view) <= (sentAfter ?? -1)}
            kinds={view.network.tokenStandard === null ? PLAY_MONEY : PLAY_MONEY_WITH_TOKENS}
            messages={messages}
          />
        ) : null}
        <noscript>
          <p className="reload">
            {messages.say("reload.hint")} <a href={page}>{messages.say("reload.action")}</a>
          </p>
        </noscript>
      </main>
      <PageFooter view={view} messages={messages} />
    </div>
  );
}
