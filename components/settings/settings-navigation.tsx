import { SectionNavigation } from "@/components/shell/section-navigation";
import { routes } from "@/lib/client/routes";
import type { MemberRole } from "@/lib/merchants/role";

/** The pages of the settings, as far as a role may open them. Without a merchant there is only the person. */
export function SettingsNavigation({ role }: { role: MemberRole | null }) {
  if (role === null) return null;
  const entries = [
    { label: "Shop", href: routes.settings() },
    { label: "Branding", href: routes.branding() },
    { label: "Account", href: routes.account() },
  ];
  return <SectionNavigation label="Settings" entries={entries} />;
}
