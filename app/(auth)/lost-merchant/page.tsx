import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { OtherMerchants } from "@/components/people/auth/other-merchants";
import { isLost } from "@/lib/fronts/dashboard/merchant-choice";
import { pageSession } from "@/lib/fronts/dashboard/require-member";
import { MERCHANT_COOKIE, routes } from "@/lib/fronts/paths/routes";
import { listMemberships } from "@/lib/people/identity/session-queries";

export const metadata: Metadata = { title: "Merchant not available" };

/**
 * Reports that the user no longer belongs to the merchant they had open, instead of silently
 * showing another one.
 */
export default async function LostMerchantPage() {
  const session = await pageSession();
  if (session === null) redirect(routes.signIn());
  const memberships = await listMemberships(session.user.id);
  if (!isLost(memberships, (await cookies()).get(MERCHANT_COOKIE)?.value)) redirect(routes.overview());
  const description = `You are signed in as ${session.user.email}, who is not a member of the merchant that was open in this browser. An owner of that merchant can invite you again.`;
  return (
    <AuthFrame title="You are no longer a member" description={description}>
      <OtherMerchants merchants={memberships.map(({ merchantId, merchantName }) => ({ merchantId, merchantName }))} />
    </AuthFrame>
  );
}
