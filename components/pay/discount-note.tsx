import { say } from "@/components/pay/say";

type DiscountNoteProps = { readonly place: "choose" | "amount"; readonly percent: number | null };

/** `5 % off`, `10 % extra`: what the shop gives or takes for the coin. The amount beside it includes that already. */
export function DiscountNote({ place, percent }: DiscountNoteProps) {
  if (percent === null || percent === 0) return null;
  if (percent > 0) return <small className="discount">{say(`${place}.less`, { percent: String(percent) })}</small>;
  return <small>{say(`${place}.more`, { percent: String(-percent) })}</small>;
}
