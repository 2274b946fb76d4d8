import type { ReactNode } from "react";

export type PageHeaderProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Back link above the title. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
};

export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back}
        <h1 className="text-page font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-0.5 max-w-prose text-body text-ink-soft">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
