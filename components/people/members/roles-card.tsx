import { Check, Minus } from "lucide-react";
import { Card } from "@/components/ui/card";
import { TABLE_ROLES } from "@/components/ui/table-roles";
import {
  isAllowed,
  MEMBER_ROLES,
  type MemberRole,
  PERMISSION_LABELS,
  type Permission,
  ROLE_LABELS,
} from "@/lib/people/merchants/role";

const PERMISSIONS = Object.entries(PERMISSION_LABELS) as readonly (readonly [Permission, string])[];

/**
 * Role permissions: the server's own table in plain language. On a phone each line repeats the
 * roles.
 */
export function RolesCard() {
  return (
    <Card title="Role permissions" isPadded={false}>
      <table {...TABLE_ROLES.table} aria-label="Role permissions" className="block text-left md:table md:w-full">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr {...TABLE_ROLES.row} className="md:border-b md:border-line">
            <th {...TABLE_ROLES.columnheader} scope="col" className="px-5 py-2.5 text-label font-medium text-ink-quiet">
              Permissions
            </th>
            {MEMBER_ROLES.map((role) => (
              <th
                key={role}
                {...TABLE_ROLES.columnheader}
                scope="col"
                className="w-28 px-2 py-2.5 text-center text-label font-medium text-ink-quiet"
              >
                {ROLE_LABELS[role].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {PERMISSIONS.map(([permission, label]) => (
            <tr key={permission} {...TABLE_ROLES.row} className="grid grid-cols-4 px-2 py-2 md:table-row">
              <td {...TABLE_ROLES.cell} className="col-span-4 px-2 pb-1 md:table-cell md:px-5 md:py-2">
                {label}
              </td>
              {MEMBER_ROLES.map((role) => (
                <May key={role} role={role} permission={permission} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function May({ role, permission }: { readonly role: MemberRole; readonly permission: Permission }) {
  const may = isAllowed(role, permission);
  const Icon = may ? Check : Minus;
  return (
    <td {...TABLE_ROLES.cell} className="px-2 md:table-cell md:py-2 md:text-center">
      <span className="flex flex-col items-start gap-0.5 md:inline">
        <span aria-hidden className="text-label text-ink-quiet md:hidden">
          {ROLE_LABELS[role].name}
        </span>
        <Icon aria-hidden className={may ? "inline size-4 text-good" : "inline size-4 text-ink-quiet"} />
        <span className="sr-only">{may ? "Yes" : "No"}</span>
      </span>
    </td>
  );
}
