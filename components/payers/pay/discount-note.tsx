import type { Words } from "@/lib/kernel/locales/words";

type DiscountNoteProps = {
  readonly place: "choose" | "amount";
  readonly percent: number | null;
  readonly words: Words;
};

/** `5 % off`, `10 % extra`: what the shop gives or takes for the coin. The amount beside it includes that already. */
export function DiscountNote({ place, percent, words }: DiscountNoteProps) {
  if (percent === null || percent === 0) return null;
  if (percent > 0)
    return <small className="discount">{words.say(`${place}.less`, { percent: words.number(percent) })}</small>;
  return <small>{words.say(`${place}.more`, { percent: words.number(-percent) })}</small>;
}
