"use client";

import { useState } from "react";
import { CartLines } from "@/components/money-in/point-of-sale/cart-lines";
import { ItemGrid } from "@/components/money-in/point-of-sale/item-grid";
import { Keypad } from "@/components/money-in/point-of-sale/keypad";
import {
  amountsOf,
  type Cart,
  EMPTY_CART,
  offeredItems,
  toCharge,
  withPieces,
} from "@/components/money-in/point-of-sale/till";
import { TipChoice } from "@/components/money-in/point-of-sale/tip-choice";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Tabs } from "@/components/ui/tabs";
import type { ChargeInput, TerminalView } from "@/lib/money-in/point-of-sale/dashboard-schema";

export type CartPanelProps = {
  readonly terminal: TerminalView;
  readonly cart: Cart;
  /** Why the last sale was refused; null for none. */
  readonly problem: string | null;
  readonly onChange: (cart: Cart) => void;
  readonly onCharge: (charge: ChargeInput) => void;
};

/** What is sold, the tip, and the key that charges it. */
export function CartPanel({ terminal, cart, problem, onChange, onCharge }: CartPanelProps) {
  const [mistake, setMistake] = useState<string | null>(null);
  const { lines, tip, total } = amountsOf(cart, terminal);
  const { currency, tipPercents } = terminal;
  const isStopped = useStopped("payments");
  const edit = (part: Partial<Cart>) => {
    setMistake(null);
    onChange({ ...cart, ...part });
  };
  const charge = () => {
    const made = toCharge(cart, terminal, crypto.randomUUID());
    if (typeof made === "string") setMistake(made);
    else onCharge(made);
  };
  const wrong = mistake ?? problem;
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <Card>
        <Entry terminal={terminal} cart={cart} edit={edit} />
      </Card>
      <div className="contents lg:flex lg:flex-col lg:gap-5">
        {lines.length > 0 && (
          <Card
            title="This sale"
            action={
              <Button className="!h-11" onClick={() => edit(EMPTY_CART)}>
                Clear
              </Button>
            }
          >
            <div className="flex flex-col gap-4">
              <CartLines
                lines={lines}
                currency={currency}
                onPieces={(itemId, change) => edit(withPieces(cart, itemId, change))}
                onClearKeypad={() => edit({ keypad: "" })}
              />
              {tipPercents.length > 0 && (
                <TipChoice
                  tip={cart.tip}
                  percents={tipPercents}
                  currency={currency}
                  isWrong={tip === null}
                  onChange={(chosen) => edit({ tip: chosen })}
                />
              )}
              {tip?.gt("0") && (
                <p className="flex justify-between gap-3">
                  Tip <Money amount={tip.toFixed()} currency={currency} align="end" mayBreak />
                </p>
              )}
            </div>
          </Card>
        )}
        <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-raised max-lg:sticky max-lg:bottom-2">
          {wrong !== null && <Notice tone="wrong">{wrong}</Notice>}
          <RestrictionNote of="payments" />
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-medium">Total</span>
            <Money amount={total.toFixed()} currency={currency} size="large" align="end" mayBreak />
          </p>
          <Button variant="primary" className="!h-14 !text-title" disabled={isStopped} onClick={charge}>
            Charge
          </Button>
        </div>
      </div>
    </div>
  );
}

type EntryProps = {
  readonly terminal: TerminalView;
  readonly cart: Cart;
  readonly edit: (part: Partial<Cart>) => void;
};

function Entry({ terminal, cart, edit }: EntryProps) {
  const items = offeredItems(terminal);
  const { currency, decimals } = terminal;
  const keypad = (
    <Keypad text={cart.keypad} currency={currency} decimals={decimals} onChange={(text) => edit({ keypad: text })} />
  );
  if (items.length === 0) return keypad;
  const grid = <ItemGrid items={items} quantities={cart.quantities} onAdd={(id) => edit(withPieces(cart, id, 1))} />;
  return (
    <Tabs
      label="Ways to enter"
      tabs={[
        { id: "items", label: "Items", content: grid },
        { id: "keypad", label: "Keypad", content: keypad },
      ]}
    />
  );
}
