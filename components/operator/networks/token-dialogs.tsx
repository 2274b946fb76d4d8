"use client";

import { Address } from "@/components/ui/address";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { FormDialog } from "@/components/ui/form-dialog";
import { Notice } from "@/components/ui/notice";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type AddedTokenView,
  type TokenKeyForm,
  type TokenTermsForm,
  tokenKeyForm,
  tokenTermsForm,
} from "@/lib/fronts/admin/added-tokens-schema";
import type { NetworkDetailView } from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { limitText } from "@/lib/kernel/money/format";

type OfNetwork = { readonly network: Pick<NetworkDetailView, "code" | "name">; readonly onClose: () => void };
type OfToken = OfNetwork & { readonly token: AddedTokenView };

/** Queries the nodes for the token at a contract. `contract`: prefilled if known. */
export function LookUpTokenDialog({ network, contract = "", onClose }: OfNetwork & { readonly contract?: string }) {
  const lookUp = useFormCommand<TokenKeyForm>(tokenKeyForm, () => ({ networkCode: network.code, contract }), {
    send: rpc.operator.tokens.lookUp.mutate,
    done: "Querying the nodes.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={lookUp}
      title={`Add a token on ${network.name}`}
      description="The network's nodes are asked for its symbol and decimals, and the price sources for its price. Nothing is offered yet."
      act="Look up token"
      fields={[
        {
          name: "contract",
          kind: "address",
          label: "Contract address",
          hint: "Copy it from the token's own site, and compare it with the explorer.",
        },
      ]}
      onClose={onClose}
    >
      <Notice tone="waiting">
        Do not add a token that deducts a fee from each transfer, or whose balances change without a transfer: your
        books would not match the chain.
      </Notice>
    </FormDialog>
  );
}

/** Sets the terms of a looked-up token, and starts its cooldown. */
export function AddTokenDialog({ network, token, onClose }: OfToken) {
  const { symbol, decimals, contract, prices, nodeReports, suggested } = token;
  const initial = (): TokenTermsForm => ({
    networkCode: network.code,
    contract,
    name: symbol ?? "",
    rateSource: prices[0]?.source ?? "",
    ...(suggested ?? { paymentMin: "", paymentMax: "", payoutMin: "", payoutMax: "" }),
  });
  const add = useFormCommand<TokenTermsForm>(tokenTermsForm, initial, {
    send: rpc.operator.tokens.add.mutate,
    done: "The token is being added.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={add}
      title={`Add ${symbol} on ${network.name}`}
      description="All operators are notified by e-mail. The token is offered after 24 hours, so that any operator can remove it before then. In the sandbox this takes a minute."
      act="Add token"
      isGrid
      before={
        <DefinitionList
          items={[
            { term: "Contract", value: <Address value={contract} what="contract" explorerUrl={token.contractUrl} /> },
            {
              term: "According to the nodes",
              value: `${symbol}, ${decimals} decimals`,
              note: `Reported by ${nodeReports.map(({ node }) => node).join(" and ")}.`,
            },
          ]}
        />
      }
      fields={[
        { name: "name", label: "Name", hint: "Shown to payers beside the symbol.", isWide: true },
        {
          name: "rateSource",
          kind: "choice",
          label: "Price source",
          hint: "Only this source's price is used. Compare it with the market price of the token: another token may have the same symbol.",
          choices: prices.map(({ source, usdPrice }) => ({
            value: source,
            label: `${source}: ${limitText(usdPrice, "USD")}`,
          })),
          isWide: true,
        },
        { name: "paymentMin", kind: "amount", label: `Minimum payment, in ${symbol}` },
        { name: "paymentMax", kind: "amount", label: `Maximum payment, in ${symbol}` },
        { name: "payoutMin", kind: "amount", label: `Minimum payout, in ${symbol}` },
        { name: "payoutMax", kind: "amount", label: `Maximum payout, in ${symbol}` },
      ]}
      onClose={onClose}
    />
  );
}

/** Removes a token that is not offered yet. */
export function RemoveTokenDialog({ network, token, onClose }: OfToken) {
  const { contract, symbol } = token;
  return (
    <ConfirmDialog
      title={`Remove ${symbol ?? "this token"}?`}
      description={`It is not offered on ${network.name}. You can look it up again at any time.`}
      leave="Keep token"
      act="Remove token"
      tone="danger"
      send={() => rpc.operator.tokens.remove.mutate({ networkCode: network.code, contract })}
      done="The token is removed."
      onClose={onClose}
    />
  );
}
