import { SectionNavigation } from "@/components/frame/section-navigation";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** The settings pages that the role may open. Without a merchant there is only the account page. */
export function SettingsNavigation({ role }: { role: MemberRole | null }) {
  if (role === null) return null;
  const entries = [
    { label: "Shop", href: routes.settings() },
    { label: "Coins", href: routes.coins() },
    { label: "Branding", href: routes.branding() },
    { label: "Members", href: routes.members() },
    { label: "Chats", href: routes.chats() },
    { label: "Account", href: routes.account() },
    ...(isAllowed(role, "audit.read") ? [{ label: "Audit log", href: routes.audit() }] : []),
  ];
  return <SectionNavigation label="Settings" entries={entries} />;
}
