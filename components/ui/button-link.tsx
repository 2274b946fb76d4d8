import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

export type ButtonLinkProps = { readonly href: string; readonly icon?: LucideIcon; readonly children: ReactNode };

/** The next step of a page, where it is a page of its own. */
export function ButtonLink({ href, icon: Icon, children }: ButtonLinkProps) {
  return (
    <Button asChild variant="primary">
      <Link href={href}>
        {Icon && <Icon aria-hidden className="size-4" />}
        {children}
      </Link>
    </Button>
  );
}
