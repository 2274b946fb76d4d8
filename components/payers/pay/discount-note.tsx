import type { Messages } from "@/lib/kernel/locales/messages";

type DiscountNoteProps = {
  readonly place: "choose" | "amount";
  readonly percent: number | null;
  readonly messages: Messages;
};

/**
 * `5 % off`, `10 % extra`: the shop's discount or surcharge for the coin, already included in the
 * amount beside it.
 */
export function DiscountNote({ place, percent, messages }: DiscountNoteProps) {
  if (percent === null || percent === 0) return null;
  if (percent > 0)
    return <small className="discount">{messages.say(`${place}.less`, { percent: messages.number(percent) })}</small>;
  return <small>{messages.say(`${place}.more`, { percent: messages.number(-percent) })}</small>;
}
