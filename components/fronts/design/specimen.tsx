import type { ReactNode } from "react";

export type SpecimenProps = {
  /** The component. */
  readonly name: string;
  /** When to use it, or what to look at. */
  readonly note?: string;
  readonly children: ReactNode;
};

/** One component with its states below each other. */
export function Specimen({ name, note, children }: SpecimenProps) {
  return (
    <section className="flex min-w-0 flex-col gap-3 border-t border-line py-5 first:border-t-0">
      <div>
        <h3 className="text-small font-semibold">{name}</h3>
        {note && <p className="text-label text-ink-quiet">{note}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** States in a row that wraps. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
