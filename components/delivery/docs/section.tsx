import type { ReactNode } from "react";
import { Prose } from "@/components/delivery/docs/prose";

export type SectionProps = { readonly id: string; readonly title: string; readonly children: ReactNode };

/** A section of the page with an anchor. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 border-t border-line pt-8 pb-10">
      <h2 id={`${id}-title`} className="mb-3 text-page font-semibold tracking-tight">
        <a href={`#${id}`} className="hover:underline hover:decoration-line-strong hover:underline-offset-4">
          {title}
        </a>
      </h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

/** A paragraph; `code` between backticks. */
export function Paragraph({ children }: { children: string }) {
  return (
    <p className="max-w-prose text-ink-soft">
      <Prose text={children} />
    </p>
  );
}

export function PointList({ points }: { points: readonly string[] }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-ink-soft marker:text-ink-quiet">
      {points.map((point) => (
        <li key={point}>
          <Prose text={point} />
        </li>
      ))}
    </ul>
  );
}

export function SmallHeading({ children }: { children: ReactNode }) {
  return <h3 className="mt-2 text-title font-semibold tracking-tight">{children}</h3>;
}
