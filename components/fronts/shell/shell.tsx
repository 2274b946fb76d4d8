import type { ReactNode } from "react";
import { Logo } from "@/components/frame/logo";
import { ThemeSwitch } from "@/components/frame/theme-switch";
import { CommandCenter } from "@/components/fronts/palette/command-center";
import { MerchantFrame } from "@/components/fronts/shell/merchant-frame";
import { MerchantSwitcher } from "@/components/fronts/shell/merchant-switcher";
import { Navigation } from "@/components/fronts/shell/navigation";
import { PersonMenu } from "@/components/fronts/shell/person-menu";
import { PhoneMenu } from "@/components/fronts/shell/phone-menu";
import { UnsavedChangesDialog } from "@/components/fronts/shell/unsaved-changes-dialog";
import { ReauthDialogs } from "@/components/people/account/reauth-dialogs";
import { Bell } from "@/components/people/notifications/bell";
import type { ShownMembership } from "@/lib/fronts/dashboard/shown-memberships";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export type ShellProps = {
  readonly person: { readonly name: string; readonly email: string; readonly isOperator: boolean };
  /** The selected merchant; null for a member of none. */
  readonly current: ShownMembership | null;
  readonly memberships: readonly ShownMembership[];
  readonly isSandbox: boolean;
  /** Where passkeys work, for the re-authentication dialogs. */
  readonly passkeyPlace: PasskeyPlaceView;
  readonly children: ReactNode;
};

const MAIN_ID = "main";

/**
 * The frame of every signed-in page: navigation as a sidebar (or drawer), the user menu, and the
 * page.
 */
export function Shell({ person, current, memberships, isSandbox, passkeyPlace, children }: ShellProps) {
  // A merchant that requires a second factor shows only its name and the way to another one.
  const hasMerchant = current !== null && !current.waits;
  const mayDecide = hasMerchant && isAllowed(current.role, "case.decide");
  const switcher = current && <MerchantSwitcher current={current} memberships={memberships} />;
  return (
    <MerchantFrame
      merchantId={current?.merchantId ?? null}
      className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <a
        href={`#${MAIN_ID}`}
        className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="hidden border-r border-line bg-surface lg:block">
        <div className="sticky top-0 flex max-h-dvh flex-col gap-6 overflow-y-auto px-3 py-5">
          <div className="px-3">
            <Logo />
          </div>
          {switcher}
          <Navigation hasMerchant={hasMerchant} mayDecide={mayDecide} isOperator={person.isOperator} />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-canvas/90 px-3 backdrop-blur sm:px-6 lg:px-8">
          <PhoneMenu
            hasMerchant={hasMerchant}
            mayDecide={mayDecide}
            isOperator={person.isOperator}
            switcher={switcher}
          />
          <div className="flex-1 lg:hidden">
            <Logo />
          </div>
          {isSandbox && (
            <span className="hidden rounded-full bg-waiting-soft px-2.5 py-1 text-label font-medium text-waiting sm:inline">
              Sandbox: play money
            </span>
          )}
          <div className="ml-auto flex items-center gap-1">
            <CommandCenter role={hasMerchant ? current.role : null} isOperator={person.isOperator} />
            <Bell merchantId={current?.merchantId ?? null} />
            <ThemeSwitch />
            <PersonMenu name={person.name} email={person.email} />
          </div>
        </header>
        <main id={MAIN_ID} className="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-8 lg:px-8">
          {children}
        </main>
      </div>
      <UnsavedChangesDialog />
      <ReauthDialogs email={person.email} place={passkeyPlace} />
    </MerchantFrame>
  );
}
