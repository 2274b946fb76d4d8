"use client";

import { Address } from "@/components/ui/address";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { FormDialog } from "@/components/ui/form-dialog";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
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

/** Has the nodes asked what the token at a contract is. `contract`: where it is known already. */
export function LookUpTokenDialog({ network, contract = "", onClose }: OfNetwork & { readonly contract?: string }) {
  const lookUp = useFormCommand<TokenKeyForm>(tokenKeyForm, () => ({ networkCode: network.code, contract }), {
    send: rpc.operator.tokens.lookUp.mutate,
    done: "The nodes are being asked.",
    onDone: onClose,
  });
  const { form, wrong, change } = lookUp;
  return (
    <FormDialog
      command={lookUp}
      title={`Add a token on ${network.name}`}
      description="The network's nodes are asked for its symbol and decimals, and the price sources for its price. Nothing is offered yet."
      act="Look it up"
      onClose={onClose}
    >
      <TextField
        label="Contract address"
        kind="address"
        hint="Copy it from the token's own site, and compare it with the explorer."
        error={wrong["contract"]}
        value={form.contract}
        onChange={(typed) => change({ contract: typed })}
      />
      <Notice tone="waiting">
        Do not add a token that keeps a part of each transfer, or whose balances change by themselves: your books would
        not agree with the chain.
      </Notice>
    </FormDialog>
  );
}

/** Sets the terms of a token that was read, and starts its cooldown. */
export function AddTokenDialog({ network, token, onClose }: OfToken) {
  const { symbol, decimals, contract, prices, words, suggested } = token;
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
  const { form, wrong, change } = add;
  const field = (name: "paymentMin" | "paymentMax" | "payoutMin" | "payoutMax", label: string) => (
    <TextField
      label={`${label}, in ${symbol}`}
      kind="amount"
      error={wrong[name]}
      value={form[name]}
      onChange={(typed) => change({ [name]: typed })}
    />
  );
  return (
    <FormDialog
      command={add}
      title={`Add ${symbol} on ${network.name}`}
      description="All operators are told of it by mail, and it is offered after a day, so that any of them can remove it. In the sandbox that is a minute."
      act="Add token"
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: "Contract", value: <Address value={contract} what="contract" explorerUrl={token.contractUrl} /> },
          {
            term: "According to the nodes",
            value: `${symbol}, ${decimals} decimals`,
            note: `Said by ${words.map(({ node }) => node).join(" and ")}.`,
          },
        ]}
      />
      <TextField
        label="Name"
        hint="Payers are shown it beside the symbol."
        error={wrong["name"]}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <SelectField
        label="Price source"
        hint="Its price alone counts. Compare it with what the token costs: another one may have the same symbol."
        error={wrong["rateSource"]}
        value={form.rateSource}
        choices={prices.map(({ source, usdPrice }) => ({
          value: source,
          label: `${source}: ${limitText(usdPrice, "USD")}`,
        }))}
        onChange={(rateSource) => change({ rateSource })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {field("paymentMin", "Least payment")}
        {field("paymentMax", "Largest payment")}
        {field("payoutMin", "Least payout")}
        {field("payoutMax", "Largest payout")}
      </div>
    </FormDialog>
  );
}

/** Removes a token that is not offered yet. */
export function RemoveTokenDialog({ network, token, onClose }: OfToken) {
  const { contract, symbol } = token;
  return (
    <ConfirmDialog
      title={`Remove ${symbol ?? "this token"}?`}
      description={`It is not offered on ${network.name}. You can look it up again at any time.`}
      leave="Keep"
      act="Remove"
      tone="danger"
      send={() => rpc.operator.tokens.remove.mutate({ networkCode: network.code, contract })}
      done="The token is removed."
      onClose={onClose}
    />
  );
}
