import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/text-link";

export type PageHeaderProps = {
  readonly title: ReactNode;
  /** Beside the title: the status of what the page is about. */
  readonly badge?: ReactNode;
  readonly description?: ReactNode;
  /** Link above the title to the page that leads here. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
};

export function PageHeader({ title, badge, description, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back && (
          <p className="mb-1 text-small">
            <TextLink href={back.href}>{back.label}</TextLink>
          </p>
        )}
        <h1 className="text-page font-semibold tracking-tight">
          {badge === undefined ? (
            title
          ) : (
            <span className="flex flex-wrap items-center gap-3">
              <span className="wrap-anywhere">{title}</span>
              <span className="sr-only">, </span>
              {badge}
            </span>
          )}
        </h1>
        {description && <p className="mt-0.5 max-w-prose text-body text-ink-soft">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
