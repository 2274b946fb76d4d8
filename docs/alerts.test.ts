import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

const ALERTS = read("deploy/prometheus/alerts.yml");
const DASHBOARD = read("deploy/grafana/chaintill.json");
const RUNBOOK = read("docs/runbook.md");

const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))];

const METRICS = all(read("lib/fronts/doctor/metrics.ts"), /gauge\(\s*"(chaintill_\w+)"/g);

test("alerts and dashboard use metrics that exist, and the dashboard draws all of them", () => {
  const used = (text: string) => all(text, /\b(chaintill_\w+)/g);
  expect(used(ALERTS).filter((name) => !METRICS.includes(name))).toEqual([]);
  expect(used(DASHBOARD).toSorted()).toEqual(METRICS.toSorted());
  expect(METRICS.filter((name) => !read("docs/operations.md").includes(`\`${name}\``))).toEqual([]);
});

test("every alert has its section in the runbook, which names it, and every section belongs to an alert", () => {
  const rules = [...ALERTS.matchAll(/- alert: (\w+)[\s\S]*?runbook: docs\/runbook\.md#([\w-]+)/g)];
  expect(rules.length).toBe(all(ALERTS, /- alert: (\w+)/g).length);
  const sections = RUNBOOK.split(/^## /m).slice(1);
  const anchorOf = (section: string) => section.split("\n", 1)[0]?.toLowerCase().replaceAll(" ", "-");
  const unnamed = rules.filter(
    ([, alert, anchor]) => !sections.find((section) => anchorOf(section) === anchor)?.includes(`\`${alert}\``),
  );
  expect(unnamed.map(([, alert]) => alert)).toEqual([]);
  const anchors = rules.map(([, , anchor]) => anchor);
  expect(sections.map(anchorOf).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
