import pg from "pg";
import { expect, test, vi } from "vitest";
import { refusal } from "@/lib/kernel/refusals";
import { reevaluateOnConflict } from "@/lib/ledger/credit-merchant";

const REFUSAL = refusal("not_enough_funds");
const SHORT = refusal("convert_failed");

/** The database's error when an entry would make a balance negative. */
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

test("a command overdrawn by a race is evaluated again, and succeeds when the balance suffices after all", async () => {
  const { command, result } = run(overdrawn(), "done");
  expect(await result).toBe("done");
  expect(command).toHaveBeenCalledTimes(2);
});

test("on the second evaluation the command's own error says what is missing", async () => {
  await expect(run(overdrawn(), SHORT).result).rejects.toBe(SHORT);
});

test("a second rejection by the database becomes a refusal, without further retries", async () => {
  const { command, result } = run(overdrawn(), overdrawn());
  await expect(result).rejects.toBe(REFUSAL);
  expect(command).toHaveBeenCalledTimes(2);
});

test("any other error is rethrown, and nothing is run again", async () => {
  const frozen = overdrawn("CT002");
  const { command, result } = run(frozen);
  await expect(result).rejects.toBe(frozen);
  expect(command).toHaveBeenCalledTimes(1);
});
