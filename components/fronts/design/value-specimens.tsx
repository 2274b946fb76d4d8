import { CircleCheck, CircleX, Clock, Loader } from "lucide-react";
import { Row, Specimen } from "@/components/fronts/design/specimen";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { DefinitionList } from "@/components/ui/definition-list";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Timeline } from "@/components/ui/timeline";
import { moneyText } from "@/lib/kernel/money/format";

const ADDRESS = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
const AT = "2026-03-01T09:30:00.000Z";
const LONG = "1234567890.123456789012345678";

/** How amounts, addresses, statuses and times are shown everywhere. */
export function ValueSpecimens() {
  return (
    <>
      <Specimen name="Money" note="The currency is always next to the amount, fiat is muted, digits align in columns.">
        <Row>
          <Money amount="1234.50000000" currency="USDT" />
          <Money amount="0.00000001" currency="BTC" />
          <Money amount="0" currency="EUR" />
          <Money amount="0.0186" currency="ETH" fiat={{ amount: "61.38", currency: "USD" }} align="end" />
        </Row>
        <Money amount={LONG} currency="ETH" mayBreak />
        <Money amount="15.00000000" currency="USDT" isTrimmed={false} />
        <Money amount="12843.07" currency="USDT" size="large" />
        <Money amount="12843.07" currency="USDT" size="hero" />
        <p>Inside a sentence: you send {moneyText("25.00000000", "USDT")} to them.</p>
      </Specimen>
      <Specimen name="Address" note="People compare the beginning and the end; copying takes the whole address.">
        <Address value={ADDRESS} what="address" explorerUrl="https://example.com" />
        <Address value={ADDRESS} what="address" isShort />
        <Address value="short" what="id" />
      </Specimen>
      <Specimen name="Badge" note="A state has a word, an icon and a colour.">
        <Row>
          <Badge tone="waiting" icon={Clock}>
            Waiting
          </Badge>
          <Badge tone="moving" icon={Loader}>
            On its way
          </Badge>
          <Badge tone="good" icon={CircleCheck}>
            Paid
          </Badge>
          <Badge tone="wrong" icon={CircleX}>
            Failed
          </Badge>
          <Badge>Neutral</Badge>
        </Row>
      </Specimen>
      <Specimen name="Moment, EmptyCell">
        <Row>
          <Moment at={AT} />
          <Moment at={AT} style="relative" />
          <EmptyCell />
          <EmptyCell text="none yet" />
        </Row>
      </Specimen>
      <Specimen name="DefinitionList">
        <DefinitionList
          items={[
            { term: "Amount", value: <Money amount="25" currency="USDT" /> },
            { term: "To", value: <Address value={ADDRESS} what="address" />, note: "First sent to in March." },
            {
              term: "A term that is rather long",
              value: "A value that is long as well, so that it has to be broken into lines.",
            },
          ]}
        />
      </Specimen>
      <Specimen name="Timeline">
        <Timeline
          entries={[
            { id: "1", at: AT, title: "Created", tone: "neutral" },
            { id: "2", at: AT, title: "Payment seen", tone: "moving", note: moneyText("25", "USDT") },
            { id: "3", at: AT, title: "Waits for a person", tone: "waiting" },
            { id: "4", at: AT, title: "Webhook refused", tone: "wrong", note: "HTTP 502" },
            { id: "5", at: AT, title: "Paid", tone: "good" },
          ]}
        />
      </Specimen>
    </>
  );
}
