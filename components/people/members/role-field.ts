import { SelectField } from "@/components/ui/select-field";
import { MEMBER_ROLES, type MemberRole, ROLE_WORDS } from "@/lib/people/merchants/role";

const CHOICES = MEMBER_ROLES.map((value) => ({ value, label: ROLE_WORDS[value].name }));

export type RoleChoiceProps = {
  readonly role: MemberRole;
  readonly error?: string | undefined;
  readonly onChange: (role: MemberRole) => void;
};

/** One of the roles, and what it is for. */
export function RoleChoice({ role, error, onChange }: RoleChoiceProps) {
  return (
    <SelectField
      label="Role"
      hint={ROLE_WORDS[role].summary}
      error={error}
      value={role}
      choices={CHOICES}
      onChange={onChange}
    />
  );
}
