import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type CardProps = {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** To the right of the title: a link or a button. */
  readonly action?: ReactNode;
  /** False for tables and lists, which extend to the edges. */
  readonly isPadded?: boolean;
  /** Two fields per line if there is room. */
  readonly isGrid?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

export function Card(props: CardProps) {
  const { title, description, action, isPadded = true, isGrid = false, className, children } = props;
  return (
    <section className={classNames("min-w-0 rounded-card border border-line bg-surface shadow-raised", className)}>
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5">
          <div className="min-w-0">
            <h2 className="text-title font-semibold tracking-tight">{title}</h2>
            {description && <p className="text-small text-ink-soft">{description}</p>}
          </div>
          {action}
        </header>
      )}
      <div
        className={classNames(
          isPadded && "px-4 pb-4 sm:px-5 sm:pb-5",
          isPadded && title === undefined && "pt-4 sm:pt-5",
          isGrid && "grid gap-4 sm:grid-cols-2",
        )}
      >
        {children}
      </div>
    </section>
  );
}
