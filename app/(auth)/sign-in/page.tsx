import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/auth/auth-frame";
import { SignInForm } from "@/components/auth/sign-in-form";
import { routes } from "@/lib/client/routes";
import { pageSession } from "@/lib/dashboard/require-member";
import { isSetupOpen } from "@/lib/merchants/setup-code";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  if ((await pageSession()) !== null) redirect(routes.overview());
  if (await isSetupOpen()) redirect(routes.setup());
  return (
    <AuthFrame title="Sign in" description="To your payments, balances and keys.">
      <SignInForm />
    </AuthFrame>
  );
}
