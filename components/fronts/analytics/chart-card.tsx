"use client";

import { ChartColumn, Table } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { FileLink } from "@/components/fronts/analytics/file-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

export type ChartCardProps = {
  readonly title: string;
  /**
   * One sentence that says what the chart shows, with its most telling figures: all that a screen
   * reader needs of the drawing.
   */
  readonly description: string;
  /** The same figures as a file. */
  readonly fileHref?: string;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** Nothing to draw: said instead of both. */
  readonly empty?: ReactNode;
};

/** A drawing, and on a press the table that it was drawn from, with the same figures. */
export function ChartCard({ title, description, fileHref, chart, table, empty }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const bodyId = useId();
  const Icon = isTable ? ChartColumn : Table;
  return (
    <Card
      title={title}
      description={description}
      isPadded={false}
      action={
        !empty && (
          <div className="flex gap-1 max-sm:-ml-2.5">
            <Button
              variant="quiet"
              size="small"
              aria-controls={bodyId}
              aria-label={`${title}: as a ${isTable ? "chart" : "table"}`}
              onClick={() => setTable(!isTable)}
            >
              <Icon aria-hidden className="size-3.5" />
              {isTable ? "Chart" : "Table"}
            </Button>
            {fileHref !== undefined && <FileLink title={title} href={fileHref} />}
          </div>
        )
      }
    >
      <div id={bodyId}>{empty ?? (isTable ? <TableFrame label={title}>{table}</TableFrame> : chart)}</div>
    </Card>
  );
}

/** As high as a chart and a half, then it scrolls: the page keeps its shape. */
function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={`${label}, table`} className="max-h-112 overflow-y-auto border-t border-line">
      {children}
    </section>
  );
}
