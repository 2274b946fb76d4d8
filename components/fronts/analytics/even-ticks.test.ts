import { expect, test } from "vitest";
import { readText } from "@/lib/testing/source-files";

test.each(["times", "volume", "success"])("the ticks of the %s chart are spread evenly", (name) => {
  const source = readText(`components/fronts/analytics/${name}-chart.tsx`) ?? "";
  const axes = source.match(/<XAxis[^>]*>/g) ?? [];
  expect(axes.length).toBeGreaterThan(0);
  for (const axis of axes) expect(axis).toContain('interval="equidistantPreserveStart"');
});
