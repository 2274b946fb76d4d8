import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { type Permission, ROLE_LABELS, rolesWith } from "@/lib/people/merchants/role";

export type NewPageProps = PageHeaderProps & {
  /** The permission to create one. */
  readonly needs: Permission;
  /** What is created, in the plural and lower case. */
  readonly objects: string;
  /** One column, as wide as a text. */
  readonly isNarrow?: boolean;
  /** The form; false if the user's role lacks the permission. */
  readonly children: ReactNode;
};

/** A page that creates something: its header, and its form or why there is none. */
export function NewPage({ needs, objects, isNarrow = false, children, ...header }: NewPageProps) {
  const creators = rolesWith(needs).map((role) => ROLE_LABELS[role].article);
  return (
    <div className={isNarrow ? "mx-auto max-w-3xl" : undefined}>
      <PageHeader {...header} />
      {children || (
        <Notice tone="waiting">
          Your role can view {objects} but not create them. Ask {creators.join(" or ")} of the merchant.
        </Notice>
      )}
    </div>
  );
}
