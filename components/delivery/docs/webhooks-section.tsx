import { FieldTable } from "@/components/delivery/docs/field-table";
import { LanguageTabs } from "@/components/delivery/docs/language-tabs";
import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import type { ReferenceWebhook } from "@/components/delivery/docs/reference-types";
import { Paragraph, PointList, Section, SmallHeading } from "@/components/delivery/docs/section";
import { CodeBlock } from "@/components/ui/code-block";

const HEADERS = [
  { name: "content-type", meaning: "`application/json`" },
  { name: "webhook-id", meaning: "the same on every attempt of one event: by it you know a repetition" },
  { name: "webhook-timestamp", meaning: "Unix seconds of this attempt" },
  {
    name: "webhook-signature",
    meaning: "`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, with the key's own bytes",
  },
];

const EXAMPLE = String.raw`{"type":"payment","uuid":"6bcf983a-afe9-49bd-9d65-adfdf290d1b0","order_id":"order-1","amount":"25.00000000","payment_amount":"25.00000000","payment_amount_usd":"25.00","merchant_amount":"24.75000000","commission":"0.25000000","is_final":true,"status":"paid","from":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","wallet_address_uuid":null,"network":"bsc","currency":"USD","payer_currency":"USDT","additional_data":"cart 7\/8","txid":"0x436022bfac41654a2027d3230b82325e8f8f5dbb3e038462ee6fc3e13c824841","sign":"9d6f3c143dd37e6a47bcebca87729261"}`;

const TITLES: Readonly<Record<string, string>> = {
  payment: "Of an invoice, and of a static wallet's top-up",
  payout: "Of a payout",
  recurrence: "Of a plan of recurring payments; each of its payments has webhooks of its own beside it",
};

/** What is sent to url_callback, how to know that it is genuine, and what happens when nobody answers. */
export function WebhooksSection({ webhooks }: { webhooks: readonly ReferenceWebhook[] }) {
  return (
    <Section id="webhooks" title="Webhooks">
      <Paragraph>
        What has a `url_callback` sends a POST each time its status changes, and a static wallet one for each top-up.
        When it arrives, the information operations already show the new status.
      </Paragraph>
      <CodeBlock what="body of a webhook" code={EXAMPLE} />
      <PointList
        points={[
          "Answer any 2xx within 10 seconds. The body of the answer does not matter, and redirects are not followed.",
          "Anything else is tried again after about 5 s, 30 s, 2 min, 10 min, 30 min, 1, 2, 4, 8, 12 and 24 hours; `Retry-After` may lengthen a wait to twice that. Then it has failed: the dashboard shows each attempt, and a resend operation or a button sends it again.",
          "Events of one object come in order: the next waits until the one before is delivered or has failed.",
          "An event may come twice. Remember `webhook-id`, or the uuid with the status.",
          "The target must be public: private, loopback and link-local addresses are refused, as are ports below 1024 other than 80 and 443.",
          "Before goods leave, ask the information operation once and go by what it says.",
        ]}
      />
      <SmallHeading>Headers</SmallHeading>
      <MeaningTable label="Headers of a webhook" headers={["Header", "Value"]} rows={HEADERS} />
      <SmallHeading>Verifying</SmallHeading>
      <Paragraph>
        Every webhook carries two signatures by the payment key; one is enough. The member `sign`, last in the body, is
        the MD5 of base64 of the body without it, followed by the key. The headers are those of Standard Webhooks, and
        also say when: an old copy cannot be played again. Prefer them. Webhooks of payouts are signed with the payment
        key too, unless your account is set to the payout key.
      </Paragraph>
      <LanguageTabs part="verify" what="verifying a webhook" />
      <Paragraph>
        Read the raw body before any parser. Code that decodes the JSON, drops `sign` and encodes again verifies too if
        it writes as PHP does with JSON_UNESCAPED_UNICODE: no spaces, `/` as `\/`, other letters as they are.
      </Paragraph>
      {webhooks.map(({ name, members }) => (
        <div key={name}>
          <SmallHeading>{TITLES[name] ?? name}</SmallHeading>
          <FieldTable label={`Members of a ${name} webhook`} rows={members} isRequest={false} />
        </div>
      ))}
    </Section>
  );
}
