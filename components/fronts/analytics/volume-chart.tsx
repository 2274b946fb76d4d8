"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { ChartTooltip } from "@/components/fronts/analytics/chart-tooltip";
import { axisLabel, drawnSize } from "@/components/fronts/analytics/drawn-size";
import { bucketLabel, bucketTick } from "@/components/fronts/analytics/metric-labels";
import { SeriesMark, SeriesPatterns, seriesFill } from "@/components/fronts/analytics/series-fill";
import { useReducedMotion } from "@/components/fronts/analytics/use-reduced-motion";
import { seriesOf, worthOf } from "@/components/fronts/analytics/volume-series";
import { FIGURES_CURRENCY, type VolumeView } from "@/lib/fronts/analytics/schema";
import { moneyText } from "@/lib/kernel/money/format";

/** Credited volume over time, stacked by coin. */
export function VolumeChart({ volume }: { volume: VolumeView }) {
  const chartId = useId();
  const isMotionReduced = useReducedMotion();
  const series = seriesOf(volume);
  const rows = volume.buckets.map((bucket) => ({
    ...bucket,
    label: bucketTick(bucket, volume.range),
    worths: worthOf(bucket, series),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <SeriesPatterns chartId={chartId} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={false}
          minTickGap={24}
          tick={TICK}
          interval="equidistantPreserveStart"
        />
        <YAxis tickFormatter={axisLabel} tickLine={false} axisLine={false} width={44} tick={TICK} />
        <Tooltip
          cursor={{ fill: "var(--sunken)" }}
          isAnimationActive={!isMotionReduced}
          content={({ active, payload }) => {
            const row = rows.find((candidate) => candidate === payload?.[0]?.payload);
            if (!active || row === undefined) return null;
            return <VolumeTooltip row={row} series={series} volume={volume} />;
          }}
        />
        {series.map((name, index) => (
          <Bar
            key={name}
            name={name}
            dataKey={(row: (typeof rows)[number]) => drawnSize(row.worths[index] ?? "0")}
            stackId="coins"
            fill={seriesFill(chartId, index)}
            stroke="var(--surface)"
            strokeWidth={0.5}
            maxBarSize={48}
            isAnimationActive={!isMotionReduced}
            animationDuration={300}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

const TICK = { fill: "var(--ink-quiet)", fontSize: 12 };

type Row = VolumeView["buckets"][number] & { readonly worths: readonly string[] };

function VolumeTooltip({ row, series, volume }: { row: Row; series: readonly string[]; volume: VolumeView }) {
  const lines = series.flatMap((name, index) => {
    const worth = row.worths[index] ?? "0.00";
    if (worth === "0.00") return [];
    return [{ name, value: moneyText(worth, FIGURES_CURRENCY), mark: <SeriesMark index={index} /> }];
  });
  const total = { name: "Total", value: moneyText(row.usd, FIGURES_CURRENCY) };
  return <ChartTooltip title={bucketLabel(row, volume.range)} lines={[...lines, total]} />;
}
