import { z } from "zod";
import { reasonText } from "@/lib/fronts/admin/form-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";

/** Users as the operator sees them. Safe for the browser. */

export const USER_PAGE_SIZE = 25;
export const USER_GROUPS = ["operators", "suspended"] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

const moment = z.iso.datetime();

export const userListQuery = z.object({
  status: z.enum(USER_GROUPS).optional(),
  q: z.string().trim().max(200).optional(),
  cursor: listPosition.optional(),
});
export type UserListQuery = z.output<typeof userListQuery>;

export const userRowView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  createdAt: moment,
  isOperator: z.boolean(),
  isSuspended: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Of their active sessions; null: there is none. */
  lastSeenAt: moment.nullable(),
  merchants: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.string() })),
});
export type UserRowView = z.output<typeof userRowView>;

export const userPageView = z.object({ items: z.array(userRowView), nextCursor: z.string().nullable() });
export type UserPageView = z.output<typeof userPageView>;

export const operatorFlagForm = z.object({ id: z.uuid(), isOperator: z.boolean(), reason: reasonText });
export type OperatorFlagForm = z.output<typeof operatorFlagForm>;

export const suspensionForm = z.object({ id: z.uuid(), isSuspended: z.boolean(), reason: reasonText });
export type SuspensionForm = z.output<typeof suspensionForm>;
