import { LanguageTabs } from "@/components/delivery/docs/language-tabs";
import { MeaningTable } from "@/components/delivery/docs/meaning-table";
import type { Reference } from "@/components/delivery/docs/reference-types";
import { Paragraph, PointList, Section, SmallHeading } from "@/components/delivery/docs/section";
import { SIGNING_VECTORS } from "@/components/delivery/docs/signing-vectors";
import { CodeBlock } from "@/components/ui/code-block";

/** How to call the API: the URL, the signature, the response format, accepted forms. */
export function Introduction({ reference }: { reference: Reference }) {
  return (
    <>
      <Section id="start" title="Getting started">
        <Paragraph>
          {`Every operation is a POST request with a JSON body to \`${reference.baseUrl}\` and three headers. Existing client libraries for this API family work unchanged: configure this base URL, the merchant's UUID and a key. Create keys under Developers in the dashboard; each is shown once.`}
        </Paragraph>
        <MeaningTable
          label="Request headers"
          headers={["Header", "Value"]}
          rows={[
            { name: "content-type", meaning: "`application/json`" },
            { name: "merchant", meaning: "the merchant's UUID" },
            { name: "sign", meaning: "signature of the body with the key the operation requires" },
            { name: "x-signature", meaning: "alternative to `sign`: a signature that is valid once" },
          ]}
        />
        <Paragraph>
          The payment key signs operations that receive payments, the payout key those that send money. Where an
          operation says either key, both are accepted.
        </Paragraph>
      </Section>
      <Signing />
      <Section id="answers" title="Responses and errors">
        <Paragraph>
          Every response is JSON and has the header `x-request-id`. A successful response looks like this:
        </Paragraph>
        <CodeBlock what="a successful response" code={'{"state":0,"result":...}'} />
        <Paragraph>
          A refused request has HTTP status 422 and `state` 1, with either `message`, one of the texts listed for the
          operation, or `errors`: the name of each invalid parameter with its codes.
        </Paragraph>
        <CodeBlock
          what="error responses"
          code={
            '{"state":1,"message":"Minimum amount 0.5 USDT"}\n{"state":1,"errors":{"order_id":["validation.required"]}}'
          }
        />
        <MeaningTable
          label="Other responses of every operation"
          headers={["HTTP", "When"]}
          rows={reference.answers.map(({ name, meaning, body }) => ({ name, meaning: `${meaning} \`${body}\`` }))}
        />
        <SmallHeading>Validation codes</SmallHeading>
        <MeaningTable label="Validation codes" headers={["Code", "Meaning"]} rows={reference.codes} />
      </Section>
    </>
  );
}

function Signing() {
  return (
    <Section id="signing" title="Signing">
      <Paragraph>
        `sign` is the MD5 hash, in lowercase hex, of the base64-encoded body followed by the key. It covers the exact
        bytes you send, including spacing and escapes: serialize the JSON once, then sign and send that string. A
        request without parameters may have no body, an empty object or an empty list; sign what you send.
      </Paragraph>
      <LanguageTabs part="sign" what="signing a request" />
      <SmallHeading>Test vectors</SmallHeading>
      <MeaningTable
        label="Signatures with the key test_key"
        headers={["Body, with the key test_key", "sign"]}
        rows={SIGNING_VECTORS.map(({ body, sign }) => ({ name: body || "(nothing)", meaning: `\`${sign}\`` }))}
      />
      <SmallHeading>Timestamped signatures</SmallHeading>
      <Paragraph>
        `sign` does not expire: anyone who sees a signed body can replay it. `x-signature` replaces it and is valid for
        one path, once, and for five minutes. It is the HMAC-SHA256 with the same key over `v1`, the method, the path
        with its query, the time in Unix seconds and a unique nonce, each followed by a line feed, and then the body.
        Sign again when you retry a request. An owner can require it for every request under Developers.
      </Paragraph>
      <LanguageTabs part="signTimed" what="signing a request with its time" />
    </Section>
  );
}

/** Further accepted forms, and limits. */
export function Conventions({ limits }: { limits: readonly { readonly name: string; readonly meaning: string }[] }) {
  return (
    <>
      <Section id="conventions" title="Conventions">
        <PointList
          points={[
            "Amounts are strings with `.` and no exponent; JSON numbers are also read exactly. In responses, fiat has 2 decimals and crypto 8 or more.",
            'Booleans can be sent as `true`, `1`, `"true"` or `"1"`, integers as strings.',
            '`null` and `""` count as absent. Unknown parameters are ignored.',
            "Currency and network codes are case-insensitive. Responses have networks in lower case, lists of services in UPPER CASE.",
            "`created_at` and `updated_at` are ISO 8601 at +03:00; `expired_at` is in Unix seconds.",
            "Creation is idempotent: a repeated `order_id` returns the first object, even for simultaneous requests.",
            "No fields are added to responses within this version. The order of fields does not matter.",
          ]}
        />
      </Section>
      <Section id="limits" title="Limits">
        <MeaningTable label="Limits" headers={["Limit", "Value"]} rows={limits} />
      </Section>
    </>
  );
}
