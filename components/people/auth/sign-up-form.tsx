"use client";

import { NameField, NewPasswordField } from "@/components/people/auth/auth-fields";
import { AuthForm } from "@/components/people/auth/auth-form";
import { signInWithPassword } from "@/components/people/auth/sign-in";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signUpByInvitation } from "@/lib/fronts/client/account";
import { routes } from "@/lib/fronts/paths/routes";
import { type SignUpInput, signUpInput } from "@/lib/people/identity/schema";

export type SignUpFormProps = {
  readonly token: string;
  /** Fixed: the invitation proves this one and no other. */
  readonly email: string;
  /** The invitation is to open a shop, which has to be named. */
  readonly opensMerchant: boolean;
};

/** Makes an account by an invitation, and signs in. */
export function SignUpForm({ token, email, opensMerchant }: SignUpFormProps) {
  const blank = (): SignUpInput => ({ token, name: "", password: "", ...(opensMerchant && { merchantName: "" }) });
  const { form, wrong, change, sending } = useAuthForm<SignUpInput>(signUpInput, blank, async (input) => {
    await signUpByInvitation(input);
    const { isSignedIn } = await signInWithPassword(email, input.password);
    window.location.assign(isSignedIn ? routes.overview() : routes.signIn());
  });
  return (
    <AuthForm act="Accept and sign in" {...sending}>
      <Field label="Email" hint="The invitation was sent to this address.">
        {(control) => <Input {...control} type="email" autoComplete="username" value={email} readOnly />}
      </Field>
      <NameField
        label="Your name"
        autoComplete="name"
        value={form.name}
        error={wrong["name"]}
        onChange={(name) => change({ name })}
      />
      {form.merchantName !== undefined && (
        <NameField
          label="Shop name"
          hint="Shown to payers. You can change it later."
          autoComplete="organization"
          value={form.merchantName}
          error={wrong["merchantName"]}
          onChange={(merchantName) => change({ merchantName })}
        />
      )}
      <NewPasswordField value={form.password} error={wrong["password"]} onChange={(password) => change({ password })} />
    </AuthForm>
  );
}
