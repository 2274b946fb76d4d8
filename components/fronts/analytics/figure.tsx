import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RowLink } from "@/components/ui/row-link";

export type FigureProps = {
  readonly name: string;
  readonly value: ReactNode;
  /** How it changed. */
  readonly note: ReactNode;
  /** The list that it is a figure of: the whole card leads there. */
  readonly href?: string;
};

/** A key metric. */
export function Figure({ name, value, note, href }: FigureProps) {
  return (
    <Card className="relative">
      <h2 className="text-small text-ink-soft">{href === undefined ? name : <RowLink href={href}>{name}</RowLink>}</h2>
      <p className="mt-1 mb-1 min-h-9.5">{value}</p>
      {note}
    </Card>
  );
}

export function BigNumber({ text, unit }: { text: string; unit?: string }) {
  return (
    <span className="whitespace-nowrap text-hero font-semibold tracking-tight tabular-nums">
      {text} {unit && <span className="text-[0.65em] font-medium text-ink-soft">{unit}</span>}
    </span>
  );
}
