"use client";

import { NEW_PASSWORD, SHOP_NAME } from "@/components/people/auth/auth-fields";
import { AuthForm } from "@/components/people/auth/auth-form";
import { signInWithPassword } from "@/components/people/auth/sign-in";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import { Input } from "@/components/ui/input";
import { signUpByInvitation } from "@/lib/fronts/client/account";
import { routes } from "@/lib/fronts/paths/routes";
import { type SignUpInput, signUpInput } from "@/lib/people/identity/schema";

export type SignUpFormProps = {
  readonly token: string;
  /** Read-only: the invitation proves exactly this address. */
  readonly email: string;
  /** The invitation is to open a shop, which needs a name. */
  readonly opensMerchant: boolean;
};

const YOUR_NAME = { name: "name", kind: "personName", label: "Your name" } as const;

/** Creates an account from an invitation, and signs in. */
export function SignUpForm({ token, email, opensMerchant }: SignUpFormProps) {
  const blank = (): SignUpInput => ({ token, name: "", password: "", ...(opensMerchant && { merchantName: "" }) });
  const signUp = useAuthForm<SignUpInput>(signUpInput, blank, async (input) => {
    await signUpByInvitation(input);
    const { isSignedIn } = await signInWithPassword(email, input.password);
    window.location.assign(isSignedIn ? routes.overview() : routes.signIn());
  });
  return (
    <AuthForm act="Accept and sign in" {...signUp.sending}>
      <Field label="E-mail" hint="The invitation was sent to this address.">
        {(control) => <Input {...control} type="email" autoComplete="username" value={email} readOnly />}
      </Field>
      <FormFields {...signUp} fields={[YOUR_NAME, ...(opensMerchant ? [SHOP_NAME] : []), NEW_PASSWORD]} />
    </AuthForm>
  );
}
