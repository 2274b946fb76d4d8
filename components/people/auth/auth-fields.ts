import type { FormField } from "@/components/ui/form-fields";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/people/merchants/schema";

/** A new password, with its requirements. */
export const NEW_PASSWORD = {
  name: "password",
  kind: "newPassword",
  label: "Password",
  hint: `At least ${PASSWORD_CHARACTERS_MIN} characters. Several unrelated words work well.`,
} as const satisfies FormField<{ password: string }>;

/** For a user who opens a shop. */
export const SHOP_NAME = {
  name: "merchantName",
  kind: "shopName",
  label: "Shop name",
  hint: "Shown to payers. You can change it later.",
} as const satisfies FormField<{ merchantName?: string }>;
