import { afterAll, expect, test } from "vitest";
import { changedTables, markDatabase } from "@/app/api/testing/database-mark-repo";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";

afterAll(closeDatabase);

test("a mark changes with each committed row change, and with nothing else", async () => {
  const person = { email: "ada@people.test", name: "Ada", passwordHash: "none" };
  const marks = [await markDatabase()];
  const recordMark = async () => void marks.push(await markDatabase());
  await database().user.create({ data: person });
  await recordMark();
  await database().user.updateMany({ data: { name: "Grace" } });
  await recordMark();
  await withTransaction(async (tx) => {
    await tx.user.deleteMany();
    throw new Error("not kept");
  }).catch(() => undefined);
  await database().user.updateMany({ where: { email: "nobody@people.test" }, data: { name: "Nobody" } });
  await recordMark();
  await database().user.deleteMany();
  await recordMark();
  expect(marks).toEqual(["", "public.users 1", "public.users 2", "public.users 2", "public.users 3"]);
  expect(changedTables("public.users 2", marks.at(-1) ?? "")).toEqual(["public.users 3"]);
});
