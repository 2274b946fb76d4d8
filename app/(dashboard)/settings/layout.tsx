import type { ReactNode } from "react";
import { SettingsNavigation } from "@/components/people/settings/settings-navigation";
import { PageHeader } from "@/components/ui/page-header";
import { requirePerson } from "@/lib/fronts/dashboard/require-member";

/** Heading and navigation shared by the settings pages. Each page checks access on its own. */
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
