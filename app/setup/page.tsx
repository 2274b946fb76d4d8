import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { SetupForm } from "@/components/people/auth/setup-form";
import { routes } from "@/lib/fronts/paths/routes";
import { isSetupOpen } from "@/lib/people/identity/complete-setup";

export const metadata: Metadata = { title: "Set-up" };

export default async function SetupPage() {
  await connection();
  if (!(await isSetupOpen())) redirect(routes.signIn());
  return (
    <AuthFrame
      title="Welcome"
      description="First start: create the operator of this installation and its first shop. This page then closes permanently."
    >
      <SetupForm />
    </AuthFrame>
  );
}
