import { operatorChats as chats } from "@/lib/fronts/dashboard/operations/chats";
import { operatorInvitations as invitations } from "@/lib/fronts/dashboard/operations/members";
import { cases, questionnaires, screening } from "@/lib/fronts/dashboard/operations/operator-cases";
import { capital, hotWallets, sweeps, withdrawals } from "@/lib/fronts/dashboard/operations/operator-funds";
import { exchanges, networks, prices, tokens } from "@/lib/fronts/dashboard/operations/operator-networks";
import { alarms, audit, doctor, figures, overview } from "@/lib/fronts/dashboard/operations/operator-overview";
import { merchants, unsigned, users } from "@/lib/fronts/dashboard/operations/operator-people";
import { jobs, reversals, sends, stops, webhooks } from "@/lib/fronts/dashboard/operations/operator-work";
import { router } from "@/lib/fronts/dashboard/procedure";

/** Operations of the installation's operator: `operator.merchants.list` and so on. */
export const operator = router({
  alarms,
  audit,
  capital,
  cases,
  chats,
  doctor,
  exchanges,
  figures,
  hotWallets,
  invitations,
  jobs,
  merchants,
  networks,
  overview,
  prices,
  questionnaires,
  reversals,
  screening,
  sends,
  stops,
  sweeps,
  tokens,
  unsigned,
  users,
  webhooks,
  withdrawals,
});
