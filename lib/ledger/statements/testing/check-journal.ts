/**
 * Parses a plain-text journal independently of the code that writes one, and sums it in whole units
 * of 10^-18. For tests.
 * @throws Error at a line that is not part of a journal, and at an unbalanced transaction
 */
export function checkJournal(text: string): { transactions: number; balances: Map<string, bigint> } {
  const balances = new Map<string, bigint>();
  const blocks = text.split("\n\n").filter((block) => block.trim() !== "" && !/^(;[^\n]*\n?)+$/.test(block));
  for (const block of blocks) {
    const [head = "", ...lines] = block.split("\n");
    if (!/^\d{4}-\d\d-\d\d \* \(\d+\) \S/.test(head)) throw new Error(`No transaction begins like this: ${head}`);
    const sums = new Map<string, bigint>();
    for (const line of lines.filter((text) => !/^ {4}; /.test(text))) {
      const [, account = "", sign, whole = "", fraction = "", currency = ""] =
        /^ {4}(\S(?:.*?\S)?) {2}(-?)(\d+)(?:\.(\d+))? "([^"]+)"$/.exec(line) ?? [];
      if (account === "") throw new Error(`No posting looks like this: ${line}`);
      const units = BigInt(whole + fraction.padEnd(18, "0")) * (sign === "-" ? -1n : 1n);
      sums.set(currency, (sums.get(currency) ?? 0n) + units);
      const key = `${account} ${currency}`;
      balances.set(key, (balances.get(key) ?? 0n) + units);
    }
    for (const [currency, sum] of sums) {
      if (sum !== 0n) throw new Error(`${head} is off by ${sum} units of ${currency}`);
    }
  }
  return { transactions: blocks.length, balances };
}
