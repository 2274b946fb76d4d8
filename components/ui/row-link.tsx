import Link from "next/link";
import type { ReactNode } from "react";

export type RowLinkProps = { readonly href: string; readonly children: ReactNode };

/**
 * The main link of a row or card; it covers the whole row, so that other controls there need
 * `relative` to stay above.
 */
export function RowLink({ href, children }: RowLinkProps) {
  return (
    <Link href={href} className="row-link font-medium text-ink after:absolute after:inset-0">
      {children}
    </Link>
  );
}
