import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { SignInForm } from "@/components/people/auth/sign-in-form";
import { stepCookieName } from "@/lib/fronts/dashboard/cookies";
import { pageSession } from "@/lib/fronts/dashboard/require-member";
import { ownPath, routes } from "@/lib/fronts/paths/routes";
import { isSetupOpen } from "@/lib/people/identity/complete-setup";
import { getPasskeyPlace } from "@/lib/people/identity/second-factor-prove";
import { getWaitingStep } from "@/lib/people/identity/sign-in-step";

export const metadata: Metadata = { title: "Sign in" };

type Search = Promise<{ readonly return?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const asked = (await searchParams).return;
  const back = ownPath(typeof asked === "string" ? asked : null);
  const next = back ?? routes.overview();
  if ((await pageSession()) !== null) redirect(next);
  if (await isSetupOpen()) redirect(routes.setup());
  const { ways } = await getWaitingStep((await cookies()).get(stepCookieName())?.value, new Date());
  const description =
    back === null ? "Access your payments, balances and API keys." : "You will return to the page you were on.";
  return (
    <AuthFrame title="Sign in" description={description}>
      <SignInForm place={getPasskeyPlace()} waiting={ways} next={next} />
    </AuthFrame>
  );
}
