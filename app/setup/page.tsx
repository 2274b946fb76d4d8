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
      description="The first start: create the operator of this installation and a first shop. Afterwards this page closes for ever."
    >
      <SetupForm />
    </AuthFrame>
  );
}
