"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { ChartTooltip } from "@/components/fronts/analytics/chart-tooltip";
import { axisLabel } from "@/components/fronts/analytics/drawn-size";
import { durationText, shareOf, slotLabel } from "@/components/fronts/analytics/metric-labels";
import { useReducedMotion } from "@/components/fronts/analytics/use-reduced-motion";
import type { PaymentsView } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

const TICK = { fill: "var(--ink-quiet)", fontSize: 12 };

/** Distribution of payment durations. */
export function TimesChart({ payments }: { payments: PaymentsView }) {
  const isMotionReduced = useReducedMotion();
  const rows = payments.slots.map((slot) => ({
    ...slot,
    label: slot.toSeconds === null ? "more" : `< ${durationText(slot.toSeconds)}`,
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={false}
          minTickGap={8}
          tick={TICK}
          interval="equidistantPreserveStart"
        />
        <YAxis
          tickFormatter={axisLabel}
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          width={44}
          tick={TICK}
        />
        <Tooltip
          cursor={{ fill: "var(--sunken)" }}
          isAnimationActive={!isMotionReduced}
          content={({ active, payload }) => {
            const row = rows.find((candidate) => candidate === payload?.[0]?.payload);
            if (!active || row === undefined) return null;
            const share = shareOf(row.count, payments.totals.timed);
            const lines = [
              { name: "Payments", value: groupDigits(`${row.count}`) },
              { name: "Share", value: share === null ? "–" : `${share}%` },
            ];
            return <ChartTooltip title={slotLabel(row)} lines={lines} />;
          }}
        />
        <Bar
          dataKey="count"
          fill="var(--series-1)"
          maxBarSize={56}
          isAnimationActive={!isMotionReduced}
          animationDuration={300}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
