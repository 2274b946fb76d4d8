import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";

type MessagePageProps = { readonly kind: "missing" | "trouble" };

/** Where there is no invoice to show: an unknown link, or a gateway that cannot read it. */
export function MessagePage({ kind }: MessagePageProps) {
  return (
    <div className="page alone">
      <main>
        <div className="card">
          <div className={kind === "missing" ? "headline waiting" : "headline wrong"}>
            <h1>{say(`${kind}.title`)}</h1>
            <p className="state">
              <Icon name="alert" />
              <span>{say(`${kind}.body`)}</span>
            </p>
          </div>
        </div>
      </main>
    </div>
  );
}
