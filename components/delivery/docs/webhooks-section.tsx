import { FieldTable } from "@/components/delivery/docs/field-table";
import { LanguageTabs } from "@/components/delivery/docs/language-tabs";
import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import type { ReferenceWebhook } from "@/components/delivery/docs/reference-types";
import { Paragraph, PointList, Section, SmallHeading } from "@/components/delivery/docs/section";
import { CodeBlock } from "@/components/ui/code-block";

const HEADERS = [
  { name: "content-type", meaning: "`application/json`" },
  { name: "webhook-id", meaning: "the same for every attempt of an event: use it to detect duplicates" },
  { name: "webhook-timestamp", meaning: "time of this attempt in Unix seconds" },
  {
    name: "webhook-signature",
    meaning: "`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, with the key's own bytes",
  },
];

const EXAMPLE = String.raw`{"type":"payment","uuid":"6bcf983a-afe9-49bd-9d65-adfdf290d1b0","order_id":"order-1","amount":"25.00000000","payment_amount":"25.00000000","payment_amount_usd":"25.00","merchant_amount":"24.75000000","commission":"0.25000000","is_final":true,"status":"paid","from":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","wallet_address_uuid":null,"network":"bsc","currency":"USD","payer_currency":"USDT","additional_data":"cart 7\/8","txid":"0x436022bfac41654a2027d3230b82325e8f8f5dbb3e038462ee6fc3e13c824841","sign":"9d6f3c143dd37e6a47bcebca87729261"}`;

const TITLES: Readonly<Record<string, string>> = {
  payment: "Invoices and static wallet top-ups",
  payout: "Payouts",
  recurrence: "Recurring payment plans; each payment also has its own webhooks",
};

/**
 * What is sent to url_callback, how to verify it, and what happens if the endpoint does not
 * respond.
 */
export function WebhooksSection({ webhooks }: { webhooks: readonly ReferenceWebhook[] }) {
  return (
    <Section id="webhooks" title="Webhooks">
      <Paragraph>
        An object with a `url_callback` sends a POST request on each status change; a static wallet sends one for each
        top-up. The info operations already return the new status when it arrives.
      </Paragraph>
      <CodeBlock what="a webhook body" code={EXAMPLE} />
      <PointList
        points={[
          "Respond with any 2xx status within 10 seconds. The response body is ignored, and redirects are not followed.",
          "Anything else is retried after about 5 s, 30 s, 2 min, 10 min, 30 min, 1, 2, 4, 8, 12 and 24 hours; `Retry-After` can extend a delay to twice that. Then the webhook has failed: the dashboard shows each attempt, and you can resend it there or by a resend operation.",
          "Events of one object arrive in order: each waits until the previous one is delivered or has failed.",
          "An event can arrive more than once. Deduplicate by `webhook-id`, or by UUID and status.",
          "The receiver must be public: private, loopback and link-local addresses are refused, and so are ports below 1024 other than 80 and 443.",
          "Before you ship, call the info operation and use its status.",
        ]}
      />
      <SmallHeading>Headers</SmallHeading>
      <MeaningTable label="Headers of a webhook" headers={["Header", "Value"]} rows={HEADERS} />
      <SmallHeading>Verifying</SmallHeading>
      <Paragraph>
        Every webhook has two signatures with the payment key; verifying one is enough. The field `sign`, last in the
        body, is the MD5 hash of the base64-encoded body without it, followed by the key. The headers follow Standard
        Webhooks and include a timestamp, so an old copy can't be replayed: prefer them. Payout webhooks are also signed
        with the payment key, unless your account is set to the payout key.
      </Paragraph>
      <LanguageTabs part="verify" what="verifying a webhook" />
      <Paragraph>
        Verify the raw body, before parsing. Code that decodes the JSON, removes `sign` and encodes it again also works
        if it encodes as PHP does with JSON_UNESCAPED_UNICODE: no spaces, `/` as `\/`, non-ASCII characters unescaped.
      </Paragraph>
      {webhooks.map(({ name, members }) => (
        <div key={name}>
          <SmallHeading>{TITLES[name] ?? name}</SmallHeading>
          <FieldTable label={`Fields of a ${name} webhook`} rows={members} isRequest={false} />
        </div>
      ))}
    </Section>
  );
}
