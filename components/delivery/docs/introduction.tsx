import { LanguageTabs } from "@/components/delivery/docs/language-tabs";
import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import type { Reference } from "@/components/delivery/docs/reference-types";
import { Paragraph, PointList, Section, SmallHeading } from "@/components/delivery/docs/section";
import { SIGNING_VECTORS } from "@/components/delivery/docs/signing-vectors";
import { CodeBlock } from "@/components/ui/code-block";

/** How to call: the address, the signature, the shape of answers, what is understood. */
export function Introduction({ reference }: { reference: Reference }) {
  return (
    <>
      <Section id="start" title="Start">
        <Paragraph>
          {`Every operation is a POST of JSON to \`${reference.baseUrl}\` with three headers. Existing client libraries of this API family work unchanged: give them this address, the merchant's uuid and a key. Keys are made under Developers in the dashboard and shown once.`}
        </Paragraph>
        <MeaningTable
          label="Headers of a call"
          headers={["Header", "Value"]}
          rows={[
            { name: "content-type", meaning: "`application/json`" },
            { name: "merchant", meaning: "the merchant's uuid" },
            { name: "sign", meaning: "the signature of the body by the key that the operation names" },
            { name: "x-signature", meaning: "in the place of `sign`, if you like: a signature that is good once" },
          ]}
        />
        <Paragraph>
          The payment key signs what has to do with being paid, the payout key what sends money away. Where an operation
          says either key, both are good.
        </Paragraph>
      </Section>
      <Signing />
      <Section id="answers" title="Answers and errors">
        <Paragraph>
          Every answer is JSON and carries the header `x-request-id`. What went well looks like this:
        </Paragraph>
        <CodeBlock what="shape of an answer" code={'{"state":0,"result":...}'} />
        <Paragraph>
          What is refused has HTTP status 422 and `state` 1, with either `message`, one of the texts that the operation
          lists, or `errors`: the name of each bad parameter with its codes.
        </Paragraph>
        <CodeBlock
          what="shapes of refusals"
          code={
            '{"state":1,"message":"Minimum amount 0.5 USDT"}\n{"state":1,"errors":{"order_id":["validation.required"]}}'
          }
        />
        <MeaningTable
          label="Other answers of every operation"
          headers={["HTTP", "When"]}
          rows={reference.answers.map(({ name, meaning, body }) => ({ name, meaning: `${meaning} \`${body}\`` }))}
        />
        <SmallHeading>Codes in errors</SmallHeading>
        <MeaningTable label="Validation codes" headers={["Code", "Meaning"]} rows={reference.codes} />
      </Section>
    </>
  );
}

function Signing() {
  return (
    <Section id="signing" title="Signing">
      <Paragraph>
        `sign` is the MD5, in lowercase hex, of the base64 of the body followed by the key. It is made over the very
        bytes that are sent, whatever their spacing and escapes: write the JSON once, sign that, send that. A call
        without parameters may send nothing, an empty object or an empty list; sign what is sent.
      </Paragraph>
      <LanguageTabs part="sign" what="signing a call" />
      <SmallHeading>To check your code</SmallHeading>
      <MeaningTable
        label="Signatures with the key test_key"
        headers={["Body, with the key test_key", "sign"]}
        rows={SIGNING_VECTORS.map(({ body, sign }) => ({ name: body || "(nothing)", meaning: `\`${sign}\`` }))}
      />
      <SmallHeading>Signatures with a time</SmallHeading>
      <Paragraph>
        `sign` says nothing of when: whoever sees a signed body can send it again. `x-signature`, in its place, is good
        for one path, for five minutes and once. It is the HMAC-SHA256 by the same key over `v1`, the method, the path
        with its query, the time in Unix seconds and a text that no other call of yours has, each followed by a line
        feed, and then the body. Sign again when you retry a call. An owner can ask it of every call, under Developers.
      </Paragraph>
      <LanguageTabs part="signTimed" what="signing a call with its time" />
    </Section>
  );
}

/** What is understood besides, and what is limited. */
export function Conventions({ limits }: { limits: readonly { readonly name: string; readonly meaning: string }[] }) {
  return (
    <>
      <Section id="conventions" title="Conventions">
        <PointList
          points={[
            "Amounts are text with `.` and no exponent; JSON numbers are read to their last digit too. Fiat has 2 decimals in answers, crypto 8 or more.",
            'Booleans may be sent as `true`, `1`, `"true"` or `"1"`, whole numbers as text.',
            '`null` and `""` count as absent. Parameters that an operation does not know are ignored.',
            "Codes of currencies and networks are understood in any case. Networks are answered in lower case, in lists of services in UPPER CASE.",
            "`created_at` and `updated_at` are ISO 8601 at +03:00; `expired_at` is in Unix seconds.",
            "Creation is safe to repeat: the same `order_id` answers what was created first, also when two calls come at the same moment.",
            "New members are not added to answers within this version. Order of members does not matter.",
          ]}
        />
      </Section>
      <Section id="limits" title="Limits">
        <MeaningTable label="Limits" headers={["What", "How much"]} rows={limits} />
      </Section>
    </>
  );
}
