import { classNames } from "@/components/ui/class-names";
import { groupDigits } from "@/lib/money/format";

const SIZES = {
  normal: "text-body",
  large: "text-figure font-semibold tracking-tight",
  hero: "text-hero font-semibold tracking-tight",
} as const;

export type MoneyProps = {
  /** A plain decimal, as it came from the server. */
  readonly amount: string;
  readonly currency: string;
  /** The same in fiat, in a quieter tone: `{ amount: "12.30", currency: "USD" }`. */
  readonly fiat?: { readonly amount: string; readonly currency: string } | null | undefined;
  readonly size?: keyof typeof SIZES;
  readonly align?: "start" | "end";
  /** Two decimals at least, and no idle zeros beyond. On in lists; off where the text must be as it came. */
  readonly isTrimmed?: boolean;
  /** Beside many others: with eighteen decimals it may break on any screen. */
  readonly mayBreak?: boolean;
};

/** On a phone an amount with eighteen decimals is wider than its row. */
const BREAKS = "whitespace-nowrap max-sm:whitespace-normal max-sm:wrap-anywhere";
const BREAKS_ANYWHERE = "min-w-16 whitespace-normal wrap-anywhere";

/** An amount and its currency, always together: tabular figures, grouped digits, the exact decimals. */
export function Money(props: MoneyProps) {
  const { amount, currency, fiat, size = "normal", align = "start", isTrimmed = true, mayBreak = false } = props;
  return (
    <span className={classNames("inline-flex flex-col", align === "end" && "items-end")}>
      <span
        className={classNames(
          "tabular-nums",
          mayBreak ? BREAKS_ANYWHERE : BREAKS,
          align === "end" && "text-right",
          SIZES[size],
        )}
      >
        {groupDigits(isTrimmed ? trimZeros(amount) : amount)}{" "}
        <span className={classNames("font-medium text-ink-soft", size !== "normal" && "text-[0.65em]")}>
          {currency}
        </span>
      </span>
      {fiat && (
        <span className="whitespace-nowrap text-label tabular-nums text-ink-quiet">
          {groupDigits(fiat.amount)} {fiat.currency}
        </span>
      )}
    </span>
  );
}

/** The same inside a sentence, in the size of its text. */
export function moneyText(amount: string, currency: string): string {
  return `${groupDigits(trimZeros(amount))} ${currency}`;
}

/** `15.00000000` and `15` as `15.00`, `0.01860000` as `0.0186`: nothing but zeros comes or goes, and two decimals stay. */
export function trimZeros(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** A limit or a fee as people say it: grouped, and without decimals where there are none. */
export function limitText(amount: string): string {
  return groupDigits(trimZeros(amount).replace(/\.00$/, ""));
}
