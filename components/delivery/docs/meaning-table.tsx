import { Prose } from "@/components/delivery/docs/prose";

export type MeaningTableProps = {
  readonly label: string;
  readonly headers: readonly [string, string];
  readonly rows: readonly { readonly name: string; readonly meaning: string }[];
};

/** Names and their meanings in two columns. */
export function MeaningTable({ label, headers, rows }: MeaningTableProps) {
  return (
    <table aria-label={label} className="w-full text-left">
      <thead>
        <tr className="border-b border-line">
          {headers.map((header) => (
            <th key={header} scope="col" className="py-2 pr-4 text-label font-medium text-ink-quiet">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ name, meaning }) => (
          <tr key={name}>
            <td className="py-2 pr-4 align-top font-mono text-small wrap-anywhere max-sm:max-w-40 sm:w-72">{name}</td>
            <td className="py-2 align-top text-small text-ink-soft">
              <Prose text={meaning} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
