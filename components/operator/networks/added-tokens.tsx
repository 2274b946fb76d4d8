"use client";

import { Ban, Check, Hourglass, type LucideIcon, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { AddTokenDialog, LookUpTokenDialog, RemoveTokenDialog } from "@/components/operator/networks/token-dialogs";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { MenuItem } from "@/components/ui/menu";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import type { AddedTokenView } from "@/lib/fronts/admin/added-tokens-schema";
import type { NetworkDetailView } from "@/lib/fronts/admin/networks-schema";
import { limitText } from "@/lib/kernel/money/format";

type Network = Pick<NetworkDetailView, "code" | "name">;

/** Tokens being added to the catalog, and the button to add one. */
export function AddedTokens({ network, tokens }: { network: Network; tokens: readonly AddedTokenView[] }) {
  return (
    <Card
      title="Add tokens"
      description="Add tokens by contract address. Nodes provide the symbol and decimals, you set the terms, and the token is offered after a cooldown."
      action={
        <DialogButton label="Add token…">
          {(close) => <LookUpTokenDialog network={network} onClose={close} />}
        </DialogButton>
      }
      isPadded={tokens.length === 0}
    >
      {tokens.length === 0 ? (
        <p className="text-ink-soft">No tokens are being added.</p>
      ) : (
        <ul aria-label="Tokens being added" className="divide-y divide-line">
          {tokens.map((token) => (
            <TokenItem key={token.contract} network={network} token={token} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type BadgeStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

const BADGES: Readonly<Record<AddedTokenView["state"], BadgeStyle>> = {
  reading: { label: "Being read", tone: "waiting", icon: Search },
  refused: { label: "Refused", tone: "wrong", icon: Ban },
  read: { label: "Needs terms", tone: "waiting", icon: Check },
  checking: { label: "Being checked", tone: "waiting", icon: Search },
  waiting: { label: "Cooldown", tone: "waiting", icon: Hourglass },
};

function TokenItem({ network, token }: { network: Network; token: AddedTokenView }) {
  const { contract, contractUrl, state, symbol } = token;
  const { label, tone, icon } = BADGES[state];
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{symbol ?? "Token"}</span>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
        <Address value={contract} what="contract" explorerUrl={contractUrl} isShort />
        <p className="max-w-prose break-words text-small text-ink-soft">{said(token)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {state === "read" && (
          <DialogButton label="Set terms…" variant="primary" aria-label={`Set the terms of ${symbol}`}>
            {(close) => <AddTokenDialog network={network} token={token} onClose={close} />}
          </DialogButton>
        )}
        {state === "refused" && (
          <DialogButton label="Look up again…">
            {(close) => <LookUpTokenDialog network={network} contract={contract} onClose={close} />}
          </DialogButton>
        )}
        <RowMenu label={`Actions for ${symbol ?? contract}`}>
          <MenuItem icon={Trash2} tone="danger" onSelect={() => setRemoving(true)}>
            Remove…
          </MenuItem>
        </RowMenu>
        {isRemoving && <RemoveTokenDialog network={network} token={token} onClose={() => setRemoving(false)} />}
      </div>
    </li>
  );
}

function said({ state, problem, decimals, prices, cooldownEndsAt }: AddedTokenView) {
  switch (state) {
    case "reading":
      return "Querying the network's nodes. This takes a few seconds.";
    case "refused":
      return problem;
    case "read":
      return `${decimals} decimals. ${prices.map(({ source, usdPrice }) => `${source}: ${limitText(usdPrice, "USD")}`).join(", ")}.`;
    case "checking":
      return "The nodes are queried once more before the cooldown starts.";
    case "waiting":
      return (
        <>
          Offered from {cooldownEndsAt === null ? "tomorrow" : <Moment at={cooldownEndsAt} />} if the nodes still agree.
        </>
      );
  }
}
