"use client";

import { SHOP_NAME } from "@/components/people/auth/auth-fields";
import { AuthForm } from "@/components/people/auth/auth-form";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { FormFields } from "@/components/ui/form-fields";
import { openMerchant } from "@/lib/fronts/client/account";
import { rpc } from "@/lib/fronts/client/rpc";
import { type AcceptInvitationInput, acceptInvitationInput } from "@/lib/people/identity/schema";

/** For a user who is signed in with the invited address. */
export function AcceptForm({ token, opensMerchant }: { token: string; opensMerchant: boolean }) {
  const blank = (): AcceptInvitationInput => ({ token, ...(opensMerchant && { merchantName: "" }) });
  const accept = useAuthForm<AcceptInvitationInput>(acceptInvitationInput, blank, async (input) => {
    const { merchantId } = await rpc.invitations.accept.mutate(input);
    await openMerchant(merchantId);
  });
  return (
    <AuthForm act={opensMerchant ? "Create shop" : "Accept"} {...accept.sending}>
      <FormFields {...accept} fields={opensMerchant ? [SHOP_NAME] : []} />
    </AuthForm>
  );
}
