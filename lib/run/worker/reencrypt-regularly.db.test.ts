import { afterAll, expect, test, vi } from "vitest";
import { selectProbes } from "@/lib/fronts/doctor/probe-repo";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { useKeys } from "@/lib/kernel/crypto/testing/keys";
import { closeDatabase, database } from "@/lib/kernel/db";
import { totpContext } from "@/lib/people/identity/second-factor-prove";
import { newPerson } from "@/lib/people/identity/testing/people";
import { reencryptRegularly } from "@/lib/run/worker/reencrypt-regularly";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
afterAll(closeDatabase);

const [OLD, NEW] = ["a1".repeat(32), "b2".repeat(32)] as const;

test("records for the doctor what no key decrypts, and encrypts it once its key is configured", async () => {
  const { id } = await newPerson();
  const context = totpContext(id);
  useKeys(OLD);
  await database().user.update({ where: { id }, data: { totpSecret: sealSecret("app", context) } });
  const round = async () => {
    await reencryptRegularly(new AbortController().signal);
    return selectProbes("reencryption");
  };

  useKeys(NEW);
  expect(await round()).toMatchObject([{ state: "error", detail: { unreadable: 1 } }]);
  useKeys(NEW, OLD);
  expect(await round()).toMatchObject([{ state: "ok", detail: { unreadable: 0 } }]);
  useKeys(NEW);
  const { totpSecret } = await database().user.findUniqueOrThrow({ where: { id } });
  expect(openSecret(totpSecret ?? new Uint8Array(), context)).toBe("app");
});
