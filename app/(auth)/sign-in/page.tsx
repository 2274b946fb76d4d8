import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/auth/auth-frame";
import { SignInForm } from "@/components/auth/sign-in-form";
import { getPasskeyPlace } from "@/lib/accounts/second-factor-queries";
import { getWaitingStep } from "@/lib/accounts/sign-in-step";
import { ownPath } from "@/lib/client/own-path";
import { routes } from "@/lib/client/routes";
import { pageSession } from "@/lib/dashboard/require-member";
import { stepCookieName } from "@/lib/dashboard/step-cookie";
import { isSetupOpen } from "@/lib/merchants/setup-code";

export const metadata: Metadata = { title: "Sign in" };

type Search = Promise<{ readonly return?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const asked = (await searchParams).return;
  const back = ownPath(typeof asked === "string" ? asked : null);
  const next = back ?? routes.overview();
  if ((await pageSession()) !== null) redirect(next);
  if (await isSetupOpen()) redirect(routes.setup());
  const { ways } = await getWaitingStep((await cookies()).get(stepCookieName())?.value, new Date());
  const description = back === null ? "To your payments, balances and keys." : "Then you are back where you were.";
  return (
    <AuthFrame title="Sign in" description={description}>
      <SignInForm place={getPasskeyPlace()} waiting={ways} next={next} />
    </AuthFrame>
  );
}
