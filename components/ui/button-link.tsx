import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

export type ButtonLinkProps = { readonly href: string; readonly icon?: LucideIcon; readonly children: ReactNode };

/** A link in button style to the next page of a task. */
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
