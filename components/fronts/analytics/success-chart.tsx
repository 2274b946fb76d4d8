"use client";

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { ChartTooltip } from "@/components/fronts/analytics/chart-tooltip";
import { drawnSize } from "@/components/fronts/analytics/drawn-size";
import { bucketLabel, bucketTick } from "@/components/fronts/analytics/metric-labels";
import { useReducedMotion } from "@/components/fronts/analytics/use-reduced-motion";
import { type PaymentsView, successPercent } from "@/lib/fronts/analytics/schema";

const TICK = { fill: "var(--ink-quiet)", fontSize: 12 };
/** With more points the dots touch and hide the line. */
const DOTS_MAX = 40;

/** The paid share of finished invoices per bucket; no point where none has finished. */
export function SuccessChart({ payments }: { payments: PaymentsView }) {
  const isMotionReduced = useReducedMotion();
  const rows = payments.buckets.map((bucket) => {
    const percent = successPercent(bucket);
    return {
      ...bucket,
      percent,
      size: percent === null ? null : drawnSize(percent),
      label: bucketTick(bucket, payments.range),
    };
  });
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={false}
          minTickGap={24}
          tick={TICK}
          interval="equidistantPreserveStart"
        />
        <YAxis
          domain={[0, 100]}
          ticks={[0, 25, 50, 75, 100]}
          tickFormatter={(percent: number) => `${percent}%`}
          tickLine={false}
          axisLine={false}
          width={48}
          tick={TICK}
        />
        <Tooltip
          cursor={{ stroke: "var(--line-strong)" }}
          isAnimationActive={!isMotionReduced}
          content={({ active, payload }) => {
            const row = rows.find((candidate) => candidate === payload?.[0]?.payload);
            if (!active || row === undefined) return null;
            const lines = [
              { name: "Success rate", value: row.percent === null ? "none finished" : `${row.percent}%` },
              { name: "Paid", value: `${row.paid} of ${row.ended} finished` },
            ];
            return <ChartTooltip title={bucketLabel(row, payments.range)} lines={lines} />;
          }}
        />
        <Line
          dataKey="size"
          stroke="var(--series-1)"
          strokeWidth={2}
          dot={rows.length <= DOTS_MAX ? { r: 2.5, fill: "var(--series-1)" } : false}
          connectNulls={false}
          isAnimationActive={!isMotionReduced}
          animationDuration={300}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
