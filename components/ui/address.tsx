import { ExternalLink } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { commonStart } from "@/lib/chains/address-family";

const MARKED_CHARACTERS = 6;
/** Minimum number of distinguishing characters in the highlighted head. */
const TELLING_CHARACTERS = 4;
const SHORT_CHARACTERS_MAX = 20;

export type AddressProps = {
  readonly value: string;
  /** The kind of value for the copy button: "address", "transaction". */
  readonly what: string;
  readonly explorerUrl?: string | null | undefined;
  /** Shows head and tail only; copies the whole value. */
  readonly isShort?: boolean;
};

/**
 * An address, hash or id: head and tail are highlighted, because people compare those; copied
 * whole.
 */
export function Address({ value, what, explorerUrl, isShort = false }: AddressProps) {
  const marked = Math.max(MARKED_CHARACTERS, commonStart(value).length + TELLING_CHARACTERS);
  const head = value.slice(0, marked);
  const tail = value.slice(Math.max(marked, value.length - MARKED_CHARACTERS));
  const middle = value.slice(marked, -MARKED_CHARACTERS);
  const isCut = isShort && value.length > SHORT_CHARACTERS_MAX;
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <span
        className={classNames("min-w-0 font-mono text-small", isCut ? "whitespace-nowrap" : "break-all")}
        title={isCut ? value : undefined}
      >
        <span className="font-semibold">{head}</span>
        <span className="text-ink-soft">{isCut ? "…" : middle}</span>
        <span className="whitespace-nowrap font-semibold">{tail}</span>
      </span>
      <CopyButton text={value} what={what} />
      {explorerUrl && (
        <a
          href={explorerUrl}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`Show ${what} in the explorer`}
          className="grid size-7 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </span>
  );
}
