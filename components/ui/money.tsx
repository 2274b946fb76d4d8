import { type CSSProperties, isValidElement, type ReactElement, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { groupDigits, moneyText, trimZeros } from "@/lib/kernel/money/format";

const SIZES = {
  normal: "text-body",
  large: "text-figure font-semibold tracking-tight",
  hero: "text-hero font-semibold tracking-tight",
} as const;

export type MoneyProps = {
  /** A plain decimal from the server. */
  readonly amount: string;
  readonly currency: string;
  /** The same amount in fiat, less prominent: `{ amount: "12.30", currency: "USD" }`. */
  readonly fiat?: { readonly amount: string; readonly currency: string } | null | undefined;
  /** A less prominent note below: destination, purpose. */
  readonly note?: ReactNode;
  readonly size?: keyof typeof SIZES;
  readonly align?: "start" | "end";
  /**
   * At least two decimals, without further trailing zeros. On in lists; off where the text must
   * stay unchanged.
   */
  readonly isTrimmed?: boolean;
  /** In a dense list: an amount with eighteen decimals may wrap on any screen. */
  readonly mayBreak?: boolean;
};

/** On a phone an amount with eighteen decimals is wider than its row. */
const BREAKS = "whitespace-nowrap max-sm:whitespace-normal max-sm:wrap-anywhere";
const BREAKS_ANYWHERE = "min-w-16 whitespace-normal wrap-anywhere";

/** Decimals beyond this are rarely compared; they are shown, but dimmed. */
const COMPARED_DECIMALS = 6;
/** Columns of amounts reserve this many decimals. An amount with more is wider, alone. */
const ALIGNED_DECIMALS = 8;
/**
 * Widths of one column's slots, measured by `moneySlots`; without them each amount has its natural
 * width.
 */
const SLOT = "md:inline-block md:text-left";

/** An amount and its currency, always together: tabular digits, grouped, with exact decimals. */
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
 * Returns custom properties for the cells of one table column that align the decimal points of
 * their amounts, whatever their digits and codes. Undefined if no cell is an amount.
 */
export function moneySlots(cells: readonly ReactNode[]): CSSProperties | undefined {
  const amounts = cells.filter((cell): cell is ReactElement<MoneyProps> => isValidElement(cell) && cell.type === Money);
  return amountSlots(amounts.map(({ props }) => props));
}

/** Does the same for the amounts of a list. */
export function amountSlots(
  amounts: readonly { readonly amount: string; readonly currency: string }[],
): CSSProperties | undefined {
  if (amounts.length === 0) return undefined;
  const decimals = amounts.map(({ amount }) => trimZeros(amount).split(".")[1]?.length ?? 0);
  const digits = Math.max(...decimals.filter((count) => count <= ALIGNED_DECIMALS), 2);
  const letters = Math.max(...amounts.map(({ currency }) => currency.length));
  // The decimal point is narrower than a digit; capital letters are wider than half their height.
  return { "--money-fraction": `${digits + 0.5}ch`, "--money-code": `${letters * 0.7}em` } as CSSProperties;
}
