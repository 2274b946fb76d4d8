import { CircleCheck } from "lucide-react";
import { Specimen } from "@/components/design/specimen";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { type Column, DataTable } from "@/components/ui/data-table";
import { createdColumn, orderColumn } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { Nothing } from "@/components/ui/nothing";
import { RowLink } from "@/components/ui/row-link";
import { Tabs } from "@/components/ui/tabs";
import { routes } from "@/lib/client/routes";

type Example = { readonly id: string; readonly orderId: string; readonly amount: string; readonly createdAt: string };

const HERE = routes.operatorDesign();
const ROWS: readonly Example[] = [
  { id: "1", orderId: "order-1", amount: "25", createdAt: "2026-03-01T09:30:00.000Z" },
  {
    id: "2",
    orderId: "an-order-id-that-is-as-long-as-they-come",
    amount: "1234567.12345678",
    createdAt: "2026-02-01T09:30:00.000Z",
  },
];

const COLUMNS: readonly Column<Example>[] = [
  orderColumn<Example>(() => HERE),
  {
    id: "state",
    header: "Status",
    phone: "corner",
    cell: () => (
      <Badge tone="good" icon={CircleCheck}>
        Paid
      </Badge>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency="USDT" align="end" />,
  },
  { id: "note", header: "Note", cell: () => <Nothing /> },
  createdColumn<Example>(),
];

/** Where things stand. */
export function PlaceSpecimens() {
  return (
    <>
      <Specimen name="Card">
        <Card title="With a title" description="And what it means." action={<Button size="small">Change</Button>}>
          What it holds.
        </Card>
        <Card>Without a title.</Card>
      </Specimen>
      <Specimen name="DataTable, orderColumn, createdColumn" note="A list of cards on a phone, from the same markup.">
        <Card isPadded={false}>
          <div className="overflow-x-auto">
            <DataTable label="Examples" columns={COLUMNS} rows={ROWS} keyOf={(row) => row.id} />
          </div>
        </Card>
        <p className="relative">
          <RowLink href={HERE}>A RowLink makes its whole row clickable</RowLink>
        </p>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Examples"
          tabs={[
            { id: "one", label: "One", content: "The first." },
            { id: "two", label: "Another", content: "The second." },
          ]}
        />
      </Specimen>
      <Specimen name="CodeBlock">
        <CodeBlock what="example" code={'{\n  "amount": "25.00"\n}'} />
        <CodeBlock
          what="long example"
          isWrapped
          code={`{"type":"payment","uuid":"6bcf983a-afe9-49bd-9d65-adfdf290d1b0","sign":"9d6f3c143dd37e6a47bcebca87729261"}`}
        />
      </Specimen>
    </>
  );
}
