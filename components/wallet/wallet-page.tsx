import { Icon } from "@/components/pay/icons";
import { PageFooter } from "@/components/pay/page-footer";
import { SandboxPanel } from "@/components/pay/sandbox-panel";
import { say } from "@/components/pay/say";
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
        <p className="shop">
          <span className="initial" aria-hidden="true">
            {[...view.merchantName][0]?.toUpperCase()}
          </span>
          <span className="name">{view.merchantName}</span>
        </p>
        <p className="price">{say("topup.kind")}</p>
      </header>
      <main>
        {error === null ? null : (
          <div className="error" role="alert">
            <h2>
              <Icon name="alert" /> {say("error.title")}
            </h2>
            <p>{error}</p>
          </div>
        )}
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
