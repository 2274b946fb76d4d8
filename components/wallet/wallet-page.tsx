import { ErrorNotice } from "@/components/pay/error-notice";
import { PageFooter } from "@/components/pay/page-footer";
import { SandboxPanel } from "@/components/pay/sandbox-panel";
import { say } from "@/components/pay/say";
import { ShopName } from "@/components/pay/shop-name";
import { RecentPayments } from "@/components/wallet/recent-payments";
import { WalletHeadline } from "@/components/wallet/wallet-headline";
import { walletPath } from "@/components/wallet/wallet-paths";
import { WalletTarget } from "@/components/wallet/wallet-target";
import type { WalletPageView } from "@/lib/wallets/page-view";

export type WalletPageModel = {
  readonly view: WalletPageView;
  /** What went wrong with what the reader has just asked for, in public words. */
  readonly error: string | null;
  /** Sandbox only: the panel that pays by itself. */
  readonly hasPlayMoney: boolean;
};

const PLAY_MONEY = {
  exact: "topup.sandbox.exact",
  little: "topup.sandbox.little",
  token: "sandbox.token",
} as const;

/** The hosted page of one static wallet. `live` is what the script of the payment page replaces when something has changed. */
export function WalletPage({ view, error, hasPlayMoney }: WalletPageModel) {
  const page = walletPath(view.uuid);
  return (
    <div id="live" className="page" data-key={view.key} data-state={walletPath(view.uuid, "/state")} data-page={page}>
      <header className="order">
        <ShopName name={view.merchantName} />
        <p className="price">{say("topup.kind")}</p>
      </header>
      <main>
        {error === null ? null : <ErrorNotice text={error} />}
        <div className="card">
          <WalletHeadline view={view} />
          {view.target === null ? null : <WalletTarget view={view} target={view.target} />}
          <RecentPayments view={view} />
        </div>
        {hasPlayMoney ? (
          <SandboxPanel action={walletPath(view.uuid, "/sandbox")} title="topup.sandbox.title" kinds={PLAY_MONEY} />
        ) : null}
        <noscript>
          <p className="reload">
            {say("reload.hint")} <a href={page}>{say("reload.action")}</a>
          </p>
        </noscript>
      </main>
      <PageFooter view={view} />
    </div>
  );
}
