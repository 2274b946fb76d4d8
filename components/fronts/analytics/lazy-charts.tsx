"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** Height of a chart, before and after it loads, so that nothing below it shifts. */
export const CHART_CLASSES = "h-64 px-2 pb-3 sm:h-72 sm:px-3";

function ChartSkeleton() {
  return <Skeleton className="mx-2 h-full" />;
}

// The chart library is larger than a page: it loads after all readable content, and only on pages
// with charts.
export const LazyVolumeChart = dynamic(
  () => import("@/components/fronts/analytics/volume-chart").then((module) => module.VolumeChart),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);
export const LazySuccessChart = dynamic(
  () => import("@/components/fronts/analytics/success-chart").then((module) => module.SuccessChart),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);
export const LazyTimesChart = dynamic(
  () => import("@/components/fronts/analytics/times-chart").then((module) => module.TimesChart),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);
