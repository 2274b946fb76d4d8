import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmAndReturn } from "@/components/people/account/confirm-and-return";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { pageSession } from "@/lib/fronts/dashboard/require-member";
import { ownPath, routes } from "@/lib/fronts/paths/routes";
import { getPasskeyPlace } from "@/lib/people/identity/second-factor-prove";
import { isFresh } from "@/lib/people/identity/session-life";

export const metadata: Metadata = { title: "Confirm it is you" };

type Search = Promise<{ readonly return?: string | string[] }>;

/**
 * Re-authenticates the user for a page that has no script to do so: the payment page, when a
 * personal balance pays.
 */
export default async function ConfirmPage({ searchParams }: { searchParams: Search }) {
  const asked = (await searchParams).return;
  const next = ownPath(typeof asked === "string" ? asked : null) ?? routes.overview();
  const session = await pageSession();
  if (session === null) redirect(routes.signIn({ return: next }));
  if (isFresh(session.confirmedAt, new Date())) redirect(next);
  const description = `Nothing has been charged yet. You are signed in as ${session.user.email}. Confirm that it is you, then try again. You are asked at most once every 15 minutes.`;
  return (
    <AuthFrame title="Confirm it is you" description={description}>
      <ConfirmAndReturn place={getPasskeyPlace()} next={next} />
    </AuthFrame>
  );
}
