import type { FormField } from "@/components/ui/form-fields";
import { MEMBER_ROLES, type MemberRole, ROLE_LABELS } from "@/lib/people/merchants/role";

const CHOICES = MEMBER_ROLES.map((value) => ({ value, label: ROLE_LABELS[value].name }));

/** A role select with a summary of the chosen role. */
export function roleField(role: MemberRole): FormField<{ role: MemberRole }> {
  return { name: "role", kind: "choice", label: "Role", hint: ROLE_LABELS[role].summary, choices: CHOICES };
}
