import { counted } from "@/components/money-out/payout-batches/batch-labels";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { moneyText } from "@/lib/kernel/money/format";
import type { BatchCheckView, BatchFinding } from "@/lib/money-out/payout-batches/schema";

/** The effect of a file, or its errors row by row. */
export function CheckCard({ check }: { check: BatchCheckView }) {
  const isGood = check.problemCount === 0;
  return (
    <Card title={isGood ? "Summary" : "Nothing was submitted, and the file was not saved"}>
      <div className="flex flex-col gap-4">
        {!isGood && (
          <Notice tone="wrong" title={`${counted(check.problemCount, "error")} to fix in ${check.fileName}`}>
            Fix the file and upload it again. Rows are numbered as in a spreadsheet: the header is row 1.
          </Notice>
        )}
        <Findings label="Errors" findings={check.problems} count={check.problemCount} />
        {isGood && <Figures check={check} />}
        {isGood && <Waiting check={check} />}
        {check.warningCount > 0 && (
          <>
            <Notice tone="waiting" title={`${counted(check.warningCount, "row")} to review`} />
            <Findings label="Warnings" findings={check.warnings} count={check.warningCount} />
          </>
        )}
      </div>
    </Card>
  );
}

function Findings({ label, findings, count }: { label: string; findings: readonly BatchFinding[]; count: number }) {
  if (findings.length === 0) return null;
  return (
    <div>
      <ul aria-label={label} className="divide-y divide-line">
        {findings.map(({ row, field, reason }) => (
          <li key={`${row} ${field} ${reason}`} className="flex flex-wrap gap-x-4 gap-y-0.5 py-2 first:pt-0">
            <span className="w-24 shrink-0 font-medium tabular-nums">{row === null ? "File" : `Row ${row}`}</span>
            <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
              {field && (
                <span className="mr-2 text-small text-ink-soft">
                  column <span className="font-mono">{field}</span>
                </span>
              )}
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {count > findings.length && <p className="mt-2 text-small text-ink-soft">And {count - findings.length} more.</p>}
    </div>
  );
}

/** Totals of all rows: amounts received, and amounts taken from the balances. */
function Figures({ check }: { check: BatchCheckView }) {
  const arrivals = check.arrivals.map(
    ({ currency, networkName, amount, fee, count }): Definition => ({
      term: `${currency} on ${networkName}`,
      value: <Money amount={amount} currency={currency} size="large" />,
      note: `${counted(count, "payout")}, fees of ${moneyText(fee, currency)}`,
    }),
  );
  const debits = check.debits.map(
    ({ currency, amount, spendable }): Definition => ({
      term: `From your ${currency} balance`,
      value: <Money amount={amount} currency={currency} size="large" />,
      note: `of ${moneyText(spendable, currency)}, all fees included`,
    }),
  );
  return <DefinitionList items={[...arrivals, ...debits]} />;
}

function waitText(count: number): string {
  return `${counted(count, "row")} ${count === 1 ? "waits" : "wait"}`;
}

function Waiting({ check }: { check: BatchCheckView }) {
  return (
    <>
      {check.hasMovingRates && (
        <Notice tone="moving">
          Some rows depend on an exchange rate. Their exact cost is known when each row is processed.
        </Notice>
      )}
      {check.approvalCount > 0 && (
        <Notice tone="waiting" title="Approval required">
          {check.approval
            ? `${check.approval}. The whole batch waits until another owner or manager approves it.`
            : `${waitText(check.approvalCount)} until another owner or manager approves.`}{" "}
          Until then, the money is reserved.
        </Notice>
      )}
    </>
  );
}
