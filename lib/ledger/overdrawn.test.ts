import pg from "pg";
import { expect, test, vi } from "vitest";
import { refusal } from "@/lib/kernel/refusals";
import { reevaluateOnConflict } from "@/lib/ledger/credit-merchant";

const REFUSAL = refusal("not_enough_funds");
const SHORT = refusal("convert_failed");

/** What the database says when an entry would take a balance below zero. */
function overdrawn(code = "CT001"): Error {
  const error = new pg.DatabaseError("account 7 would go below zero (-1)", 0, "error");
  error.code = code;
  return error;
}

const run = (...ends: readonly (Error | string)[]) => {
  const command = vi.fn<() => Promise<string>>();
  for (const end of ends) {
    if (typeof end === "string") command.mockResolvedValueOnce(end);
    else command.mockRejectedValueOnce(end);
  }
  return { command, result: reevaluateOnConflict(command, () => REFUSAL) };
};

test("an overdraft that a race made is judged anew, and done when there is enough after all", async () => {
  const { command, result } = run(overdrawn(), "done");
  expect(await result).toBe("done");
  expect(command).toHaveBeenCalledTimes(2);
});

test("judged anew, the command's own words say what is missing", async () => {
  await expect(run(overdrawn(), SHORT).result).rejects.toBe(SHORT);
});

test("refused by the database twice it is a refusal to whoever asked, and not tried for ever", async () => {
  const { command, result } = run(overdrawn(), overdrawn());
  await expect(result).rejects.toBe(REFUSAL);
  expect(command).toHaveBeenCalledTimes(2);
});

test("any other fault stays what it is, and nothing is run again for it", async () => {
  const frozen = overdrawn("CT002");
  const { command, result } = run(frozen);
  await expect(result).rejects.toBe(frozen);
  expect(command).toHaveBeenCalledTimes(1);
});
