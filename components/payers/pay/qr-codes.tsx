import type { Messages } from "@/lib/kernel/locales/messages";
import { qrSvgPath } from "@/lib/kernel/qr/qr-matrix";

type QrCodesProps = {
  /** Null if the chain family has no URI standard. */
  readonly uri: string | null;
  readonly address: string;
  /** For the name of the image. */
  readonly amount: string;
  readonly network: string;
  /** Hint below the address code; default: what exchanges need. */
  readonly addressHint?: string;
  /** Selects the address tab: the network's most used wallet reads nothing else. */
  readonly isAddressFirst?: boolean;
  readonly messages: Messages;
};

/** Two QR codes on two tabs made of radio buttons, so that they work without the script. */
export function QrCodes({
  uri,
  address,
  amount,
  network,
  addressHint,
  isAddressFirst = false,
  messages,
}: QrCodesProps) {
  const hint = addressHint ?? messages.say("qr.address.hint");
  const plain = <QrCode text={address} name={messages.say("qr.address.name")} hint={hint} className="qr-address" />;
  if (uri === null) return <div className="qr">{plain}</div>;
  return (
    <fieldset className="qr tabs">
      <legend className="unseen">{messages.say("qr.group")}</legend>
      <input type="radio" name="qr" id="tab-uri" className="unseen" defaultChecked={!isAddressFirst} />
      <label htmlFor="tab-uri">{messages.say("qr.uri.tab")}</label>
      <input type="radio" name="qr" id="tab-address" className="unseen" defaultChecked={isAddressFirst} />
      <label htmlFor="tab-address">{messages.say("qr.address.tab")}</label>
      <QrCode
        text={uri}
        name={messages.say("qr.uri.name", { amount, network })}
        hint={messages.say("qr.uri.hint")}
        className="qr-uri"
      />
      {plain}
    </fieldset>
  );
}

type QrCodeProps = { readonly text: string; readonly name: string; readonly hint: string; readonly className: string };

/** Always dark on light, whatever the theme: many scanners read nothing else. */
export function QrCode({ text, name, hint, className }: QrCodeProps) {
  const { size, path } = qrSvgPath(text);
  return (
    <div className={`code ${className}`}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={name}>
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#0b1220" d={path} />
      </svg>
      <p>{hint}</p>
    </div>
  );
}
