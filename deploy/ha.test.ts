import { expect, test } from "vitest";
import { parse } from "yaml";
import { IDLE_IN_TRANSACTION_MS_MAX, STATEMENT_MS_MAX } from "@/lib/kernel/open-pool";
import { readText } from "@/lib/testing/source-files";

const read = (path: string) => readText(path) ?? "";
const FILES = ["etcd.env", "patroni.yml", "haproxy.cfg", "pgbouncer.ini", "firewall.nft"].map((name) =>
  read(`deploy/ha/${name}`),
);
const [ETCD = "", PATRONI = "", HAPROXY = "", PGBOUNCER = "", FIREWALL = ""] = FILES;

type Patroni = {
  readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> };
  readonly etcd3: Readonly<Record<string, unknown>>;
  readonly restapi: { readonly listen: string; readonly authentication: Readonly<Record<string, unknown>> };
  readonly watchdog: { readonly mode: string };
};

test("every value that differs between machines is one that the guide has exported before", () => {
  const used = FILES.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  const guide = read("docs/operations.md");
  const exported = [...guide.matchAll(/^export (.*?)(?: +#.*)?$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/(?:^| )([A-Z_]+)=/g)].map(([, name]) => name),
  );
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((name) => !exported.includes(name))).toEqual([]);
});

test("commits wait for a standby, and the times fit each other as Patroni requires", () => {
  const { dcs } = (parse(PATRONI) as Patroni).bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: false });
  const { ttl, loop_wait, retry_timeout } = dcs as Record<string, number>;
  expect((loop_wait ?? Number.NaN) + 2 * (retry_timeout ?? Number.NaN)).toBeLessThanOrEqual(ttl ?? Number.NaN);
  expect(HAPROXY).toContain("on-marked-down shutdown-sessions");
  expect(HAPROXY).toContain("tcp-request connection reject if { nbsrv(primary) gt 1 }");
});

test("whoever takes over web cannot decide who is the primary: a password, and ports closed to its user", () => {
  const { etcd3, restapi } = parse(PATRONI) as Patroni;
  expect(etcd3).toMatchObject({ username: "patroni", password: expect.stringContaining("{ETCD_PASSWORD}") });
  expect(restapi.authentication).toMatchObject({ password: expect.stringContaining("{PATRONI_PASSWORD}") });
  const ports = [...ETCD.matchAll(/LISTEN\w+=.*:(\d+)$/gm), ...restapi.listen.matchAll(/:(\d+)$/g)].map(
    ([, port]) => port,
  );
  const closed = `tcp dport { ${ports.toSorted().join(", ")} }`;
  expect(FIREWALL).toContain(`${closed} drop`);
  expect(FIREWALL).toContain(`${closed} reject`);
  const users = [...FIREWALL.matchAll(/skuid (?:\{ )?([\w, ]+?)(?: \})? accept/g)].map(([, names]) => names);
  expect(users).toEqual(["root, etcd, postgres", "haproxy"]);
  const guide = read("docs/operations.md");
  for (const step of ["etcdctl user add patroni", "/service/chaintill/", "etcdctl auth enable"])
    expect(guide).toContain(step);
});

test("PgBouncer sets the limits that it cannot pass on, and only on connections of transactions", () => {
  const set = `SET statement_timeout = ${STATEMENT_MS_MAX}; SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS_MAX}`;
  expect(PGBOUNCER).toContain(`connect_query='${set}'`);
  expect(PGBOUNCER).toMatch(/^ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout$/m);
  expect(PGBOUNCER).toMatch(/^pool_mode = transaction$/m);
});
