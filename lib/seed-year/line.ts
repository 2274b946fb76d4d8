/** One kind of entry of the year's journal, and where its rows come from. They become entries in write-books-repo.ts. */
export type Line = {
  readonly kind: string;
  readonly reference: string;
  readonly group: string;
  readonly at: string;
  /** Order of entries of one moment. */
  readonly step: number;
  readonly from: string;
  /** Debited; and credited. As `place, owner, currency, amount`. */
  readonly debits: readonly (readonly [string, string, string, string])[];
  readonly credits: readonly (readonly [string, string, string, string])[];
};

/** Whose it is: nobody's where no merchant was found. */
export const OF = "coalesce(merchant_id::text, '')";
