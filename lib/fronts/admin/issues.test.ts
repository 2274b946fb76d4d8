import { expect, test } from "vitest";
import { issuesOf } from "@/lib/fronts/admin/issues";
import type { AlarmRowView } from "@/lib/fronts/admin/overview-schema";
import type { FindingView } from "@/lib/fronts/doctor/schema";

const alarm = (kind: string, subject: string, minute: number): AlarmRowView => ({
  id: `${kind} ${subject}`,
  kind,
  subject,
  message: `${kind} of ${subject}`,
  raisedAt: `2026-11-22T00:${minute}:00.000Z`,
});

const finding = (id: string, state: FindingView["state"], group: FindingView["group"] = "networks"): FindingView => ({
  id,
  group,
  name: id,
  state,
  summary: "It is so.",
  remedy: "Mend it.",
  measured: null,
  since: null,
});

test("lists the most severe first, and omits what is healthy", () => {
  const found = issuesOf(
    [alarm("send-vanished", "a", 10), alarm("gas-low", "eth", 11), alarm("books-differ", "books", 12)],
    [
      finding("database", "ok", "database"),
      finding("backups", "warning", "safety"),
      finding("cover", "critical", "money"),
    ],
  );
  expect(found.map(({ id, severity }) => [id, severity])).toEqual([
    ["alarm:books-differ", "critical"],
    ["cover", "critical"],
    ["alarm:gas-low", "error"],
    ["alarm:send-vanished", "warning"],
    ["backups", "warning"],
  ]);
});

test("groups alarms of a kind into one issue dated by the first, each with its own link", () => {
  const [issue, ...others] = issuesOf([alarm("send-refused", "two", 20), alarm("send-refused", "one", 15)], []);
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ title: "A send was rejected", since: "2026-11-22T00:15:00.000Z" });
  expect(issue?.alarms.map(({ place }) => place?.href)).toEqual(["/operator/sends/two", "/operator/sends/one"]);
});

test("omits findings that repeat an alarm about the same network, and node findings that repeat their network's", () => {
  const findings = [
    finding("network:eth", "error"),
    finding("network:bsc", "error"),
    finding("node:bsc:127.0.0.1:8545", "error"),
    finding("node:polygon:127.0.0.1:8545", "error"),
    finding("alarm:network-stopped", "critical", "safety"),
  ];
  const found = issuesOf([alarm("network-stopped", "eth", 10)], findings).map(({ id }) => id);
  expect(found).toEqual(["alarm:network-stopped", "network:bsc", "node:polygon:127.0.0.1:8545"]);
});

test("shows an alarm of an unknown kind as it is, with high severity", () => {
  const [issue] = issuesOf([alarm("sky-falls", "it", 10)], []);
  expect(issue).toMatchObject({ severity: "critical", title: "sky falls", remedy: null, place: null });
});
