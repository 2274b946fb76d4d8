import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { TestCredit } from "@/lib/money-in/credits/testing/credit-rig";

/**
 * A minimal model of the expected account balances: amounts by account name, and the effect of each
 * standing credit, from which its reversal follows.
 */
export class ExpectedBooks {
  private readonly amounts = new Map<string, Decimal>();
  private readonly done = new Map<string, { toAmount: Decimal; fee: Decimal; converted: Decimal; share: Decimal }>();

  of(place: string): Decimal {
    return this.amounts.get(place) ?? ZERO;
  }

  add(place: string, amount: Decimal): void {
    this.amounts.set(place, this.of(place).plus(amount));
  }

  places(): readonly string[] {
    return [...this.amounts.keys()];
  }

  credit(credited: TestCredit, how: { rate: Decimal | null; isReferred: boolean }): void {
    const { currency, amount, commission } = credited;
    const net = amount.minus(commission);
    const left = net.minus(this.give(currency, net));
    const share = how.isReferred ? down(commission.dividedBy("5")) : ZERO;
    const shareRepaid = Decimal.min(share, this.of(`user-owed ${currency}`));
    this.add(`user-owed ${currency}`, shareRepaid.negated());
    this.add(`user ${currency}`, share.minus(shareRepaid));
    this.add(`fees ${currency}`, commission.minus(share));
    const swap = how.rate === null ? null : this.convert(currency, left, how.rate);
    this.done.set(credited.id, { ...(swap ?? { toAmount: ZERO, fee: ZERO, converted: ZERO }), share });
  }

  /** Credits the merchant's wallet, repaying debt first. Returns the amount repaid. */
  private give(currency: string, amount: Decimal): Decimal {
    const repaid = Decimal.min(amount, this.of(`owed ${currency}`));
    this.add(`owed ${currency}`, repaid.negated());
    this.add(`wallet ${currency}`, amount.minus(repaid));
    return repaid;
  }

  private convert(currency: string, left: Decimal, rate: Decimal) {
    const gross = left.times(rate);
    const fee = gross.times("0.005").toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
    const toAmount = down(gross.minus(fee));
    if (!toAmount.gt(ZERO) || this.of("treasury USDT").lt(toAmount.plus(fee))) return null;
    const filled = Decimal.min(left, this.of(`shortfall ${currency}`));
    this.add(`wallet ${currency}`, left.negated());
    this.add(`shortfall ${currency}`, filled.negated());
    this.add(`treasury ${currency}`, left.minus(filled));
    this.add("treasury USDT", toAmount.plus(fee).negated());
    this.add("gains USDT", fee);
    this.give("USDT", toAmount);
    return { toAmount, fee, converted: left };
  }

  reverse(credited: TestCredit): void {
    const { currency, amount, commission } = credited;
    const { toAmount, fee, converted, share } = this.done.get(credited.id) ?? fail(credited.id);
    this.done.delete(credited.id);
    this.take("USDT", toAmount);
    this.add("treasury USDT", toAmount.plus(fee));
    this.add("gains USDT", fee.negated());
    const held = Decimal.min(converted, this.of(`treasury ${currency}`));
    this.add(`treasury ${currency}`, held.negated());
    this.add(`shortfall ${currency}`, converted.minus(held));
    this.add(`wallet ${currency}`, converted);
    this.take(currency, amount.minus(commission));
    const there = Decimal.min(share, this.of(`user ${currency}`));
    this.add(`user ${currency}`, there.negated());
    this.add(`user-owed ${currency}`, share.minus(there));
    this.add(`fees ${currency}`, share.minus(commission));
  }

  private take(currency: string, amount: Decimal): void {
    const there = Decimal.min(amount, this.of(`wallet ${currency}`));
    this.add(`wallet ${currency}`, there.negated());
    this.add(`owed ${currency}`, amount.minus(there));
  }
}

function down(amount: Decimal): Decimal {
  return decimal(amount).toDecimalPlaces(8, Decimal.ROUND_DOWN);
}

function fail(id: string): never {
  throw new Error(`credit ${id} does not stand`);
}
