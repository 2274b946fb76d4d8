import { expect, test } from "vitest";
import { findGoodBackup } from "@/scripts/lib/backup/pgbackrest.mjs";

/** Two numbers that are the same double. */
const [SYSTEM_ID, OTHER_ID] = ["7713128637422407984", "7713128637422407985"];

/** What pgBackRest 2.45 wrote after one full backup, with the differences that a case needs. */
function infoOf({ id = SYSTEM_ID, error = "false", max = "000000010000000000000003", status = 0 } = {}) {
  return `[{"archive":[{"database":{"id":1,"repo-key":1},"id":"15-1","max":"${max}","min":"000000010000000000000001"}],
"backup":[{"archive":{"start":"000000010000000000000002","stop":"000000010000000000000003"},
"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":${error},
"info":{"delta":23213746,"repository":{"delta":2860960,"size":2860960},"size":23213746},"label":"20261128-075833F",
"lsn":{"start":"0/2000028","stop":"0/3000050"},"prior":null,"reference":null,
"timestamp":{"start":1795852713,"stop":1795852717},"type":"full"}],"cipher":"aes-256-cbc",
"db":[{"id":1,"repo-key":1,"system-id":${id},"version":"15"}],"name":"chaintill",
"repo":[{"cipher":"aes-256-cbc","key":1,"status":{"code":${status},"message":"ok"}}],
"status":{"code":${status},"lock":{"backup":{"held":false}},"message":"${status === 0 ? "ok" : "no valid backups"}"}}]`;
}

test("the newest backup that can be restored is found, with the time at which it ended", () => {
  for (const text of [infoOf(), infoOf({ error: "null" })])
    expect(findGoodBackup(text, "chaintill", SYSTEM_ID)).toEqual({
      label: "20261128-075833F",
      takenAt: new Date("2026-11-28T07:58:37Z"),
      bytes: 2_860_960,
    });
});

test.each([
  ["of another server, whose number is the same as a double,", infoOf({ id: OTHER_ID }), "no backup of this database"],
  ["with damaged pages", infoOf({ error: "true" }), "damaged pages"],
  ["whose log is not archived to its end", infoOf({ max: "000000010000000000000002" }), "is not in the archive"],
  ["in a repository that is not well", infoOf({ status: 2 }), "no valid backups"],
  ["of another stanza", infoOf().replace('"name":"chaintill"', '"name":"other"'), "no stanza chaintill"],
])("a backup %s is not good", (_what, text, message) => {
  expect(() => findGoodBackup(text, "chaintill", SYSTEM_ID)).toThrow(message);
});
