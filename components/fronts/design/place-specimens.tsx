import { Specimen } from "@/components/fronts/design/specimen";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { DayZone } from "@/components/ui/day-zone";
import { RowLink } from "@/components/ui/row-link";
import { Tabs } from "@/components/ui/tabs";
import { routes } from "@/lib/fronts/paths/routes";

const HERE = routes.operatorDesign();

/** Layout components. */
export function PlaceSpecimens() {
  return (
    <>
      <Specimen name="Card">
        <Card title="With a title" description="And what it means." action={<Button size="small">Change</Button>}>
          What it holds.
        </Card>
        <Card>Without a title.</Card>
      </Specimen>
      <Specimen name="RowLink">
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
      <Specimen name="DayZone" note="Below date fields.">
        <DayZone />
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
