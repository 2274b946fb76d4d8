"use client";

import { ChartColumn, Table } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { FileLink } from "@/components/fronts/analytics/file-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

export type ChartCardProps = {
  readonly title: string;
  /**
   * One sentence that summarizes the chart with its key numbers: the text alternative for screen
   * readers.
   */
  readonly description: string;
  /** Link to the same data as a file. */
  readonly fileHref?: string;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** Shown instead of chart and table if there is no data. */
  readonly empty?: ReactNode;
};

/** A chart that can be switched to a table of the same data. */
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

/** Scrolls beyond one and a half chart heights, so that the page keeps its layout. */
function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={`${label}, table`} className="max-h-112 overflow-y-auto border-t border-line">
      {children}
    </section>
  );
}
