import type { Words } from "@/lib/kernel/locales/words";
import { qrSvgPath } from "@/lib/kernel/qr/qr-matrix";

type QrCodesProps = {
  /** Null where the family has no standard for it. */
  readonly uri: string | null;
  readonly address: string;
  /** For the name of the picture. */
  readonly amount: string;
  readonly network: string;
  /** Said under the code of the address; what exchanges need unless given. */
  readonly addressHint?: string;
  /** The tab of the address stands open: the most used wallet of the network reads nothing else. */
  readonly isAddressFirst?: boolean;
  readonly words: Words;
};

/** Two codes on two tabs made of radio buttons, so that they work without the script. */
export function QrCodes({ uri, address, amount, network, addressHint, isAddressFirst = false, words }: QrCodesProps) {
  const hint = addressHint ?? words.say("qr.address.hint");
  const plain = <QrCode text={address} name={words.say("qr.address.name")} hint={hint} className="qr-address" />;
  if (uri === null) return <div className="qr">{plain}</div>;
  return (
    <fieldset className="qr tabs">
      <legend className="unseen">{words.say("qr.group")}</legend>
      <input type="radio" name="qr" id="tab-uri" className="unseen" defaultChecked={!isAddressFirst} />
      <label htmlFor="tab-uri">{words.say("qr.uri.tab")}</label>
      <input type="radio" name="qr" id="tab-address" className="unseen" defaultChecked={isAddressFirst} />
      <label htmlFor="tab-address">{words.say("qr.address.tab")}</label>
      <QrCode
        text={uri}
        name={words.say("qr.uri.name", { amount, network })}
        hint={words.say("qr.uri.hint")}
        className="qr-uri"
      />
      {plain}
    </fieldset>
  );
}

type QrCodeProps = { readonly text: string; readonly name: string; readonly hint: string; readonly className: string };

/** Always dark on light, whatever the theme: many scanners read nothing else. */
function QrCode({ text, name, hint, className }: QrCodeProps) {
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
