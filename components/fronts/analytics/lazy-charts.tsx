"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** What a drawing takes, before it is there and after: nothing below it jumps. */
export const CHART_CLASSES = "h-64 px-2 pb-3 sm:h-72 sm:px-3";

function ChartSkeleton() {
  return <Skeleton className="mx-2 h-full" />;
}

// The library that draws is larger than a page: it comes after everything that can be read, and
// never with pages that draw nothing.
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
