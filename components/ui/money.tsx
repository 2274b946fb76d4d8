import { type CSSProperties, isValidElement, type ReactElement, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { groupDigits, moneyText, trimZeros } from "@/lib/kernel/money/format";

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
  /** Below it, quietly: where it goes, what it is for. */
  readonly note?: ReactNode;
  readonly size?: keyof typeof SIZES;
  readonly align?: "start" | "end";
  /**
   * Two decimals at least, and no idle zeros beyond. On in lists; off where the text must be as it
   * came.
   */
  readonly isTrimmed?: boolean;
  /** Beside many others: with eighteen decimals it may break on any screen. */
  readonly mayBreak?: boolean;
};

/** On a phone an amount with eighteen decimals is wider than its row. */
const BREAKS = "whitespace-nowrap max-sm:whitespace-normal max-sm:wrap-anywhere";
const BREAKS_ANYWHERE = "min-w-16 whitespace-normal wrap-anywhere";

/**
 * Digits after the point beyond which nobody compares; the rest of an amount is there, and quieter.
 */
const COMPARED_DECIMALS = 6;
/**
 * Columns of amounts keep room for so many digits after the point. An amount with more is longer,
 * alone.
 */
const ALIGNED_DECIMALS = 8;
/**
 * Widths of the slots of one column, which `moneySlots` measures; without them each amount is as
 * wide as it is.
 */
const SLOT = "md:inline-block md:text-left";

/**
 * An amount and its currency, always together: tabular figures, grouped digits, the exact decimals.
 */
export function Money(props: MoneyProps) {
  const { amount, currency, fiat, note, size = "normal", align = "start", isTrimmed = true, mayBreak = false } = props;
  const [whole = "", fraction] = groupDigits(isTrimmed ? trimZeros(amount) : amount).split(".");
  const decimals = fraction !== undefined && (
    <>
      {`.${fraction.slice(0, COMPARED_DECIMALS)}`}
      {fraction.length > COMPARED_DECIMALS && (
        <span className="text-ink-quiet">{fraction.slice(COMPARED_DECIMALS)}</span>
      )}
    </>
  );
  const isAligned = align === "end" && (fraction ?? "").length <= ALIGNED_DECIMALS;
  return (
    <span className={classNames("inline-flex flex-col", align === "end" && "items-end")}>
      <span
        className={classNames(
          "tabular-nums",
          mayBreak && !isAligned ? BREAKS_ANYWHERE : BREAKS,
          align === "end" && "text-right",
          SIZES[size],
        )}
      >
        {whole}
        {isAligned ? <span className={`${SLOT} md:min-w-(--money-fraction)`}>{decimals}</span> : decimals}{" "}
        <span
          className={classNames(
            "font-medium text-ink-soft",
            size !== "normal" && "text-[0.65em]",
            align === "end" && `${SLOT} md:min-w-(--money-code)`,
          )}
        >
          {currency}
        </span>
      </span>
      {fiat && (
        <span className="whitespace-nowrap text-label tabular-nums text-ink-quiet">
          {moneyText(fiat.amount, fiat.currency)}
        </span>
      )}
      {note && <span className="text-label text-ink-quiet">{note}</span>}
    </span>
  );
}

/**
 * For the cells of one column of a table: custom properties that let the points of their amounts
 * stand under each other, whatever digits and codes are in it. Nothing where no cell is an amount.
 */
export function moneySlots(cells: readonly ReactNode[]): CSSProperties | undefined {
  const amounts = cells.filter((cell): cell is ReactElement<MoneyProps> => isValidElement(cell) && cell.type === Money);
  return amountSlots(amounts.map(({ props }) => props));
}

/** The same for the amounts of a list. */
export function amountSlots(
  amounts: readonly { readonly amount: string; readonly currency: string }[],
): CSSProperties | undefined {
  if (amounts.length === 0) return undefined;
  const decimals = amounts.map(({ amount }) => trimZeros(amount).split(".")[1]?.length ?? 0);
  const digits = Math.max(...decimals.filter((count) => count <= ALIGNED_DECIMALS), 2);
  const letters = Math.max(...amounts.map(({ currency }) => currency.length));
  // The point is narrower than a digit, capital letters are wider than half their height.
  return { "--money-fraction": `${digits + 0.5}ch`, "--money-code": `${letters * 0.7}em` } as CSSProperties;
}
