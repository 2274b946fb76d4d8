import type { ReactNode } from "react";
import { SettingsNavigation } from "@/components/people/settings/settings-navigation";
import { PageHeader } from "@/components/ui/page-header";
import { requirePerson } from "@/lib/fronts/dashboard/require-member";

/**
 * What the settings' pages share: their name and the way between them. Each page checks for itself
 * who asks.
 */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { member } = await requirePerson();
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsNavigation role={member?.role ?? null} />
      {children}
    </>
  );
}
