import Link from "next/link";
import type { ReactNode } from "react";

export type TextLinkProps = { readonly href: string; readonly children: ReactNode; readonly isExternal?: boolean };

export function TextLink({ href, children, isExternal = false }: TextLinkProps) {
  const classes = "font-medium text-accent underline-offset-4 hover:underline";
  if (!isExternal) {
    return (
      <Link href={href} className={classes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={classes}>
      {children}
    </a>
  );
}
