import { operatorInvitations as invitations } from "@/lib/fronts/dashboard/operations/invitations";
import { audit } from "@/lib/fronts/dashboard/operations/operator-audit";
import { cases, questionnaires } from "@/lib/fronts/dashboard/operations/operator-cases";
import { alarms, doctor } from "@/lib/fronts/dashboard/operations/operator-doctor";
import { capital, hotWallets, sweeps, withdrawals } from "@/lib/fronts/dashboard/operations/operator-funds";
import { jobs, reversals, webhooks } from "@/lib/fronts/dashboard/operations/operator-jobs";
import { merchants, unsigned } from "@/lib/fronts/dashboard/operations/operator-merchants";
import { exchanges, networks, prices } from "@/lib/fronts/dashboard/operations/operator-networks";
import { overview } from "@/lib/fronts/dashboard/operations/operator-overview";
import { screening } from "@/lib/fronts/dashboard/operations/operator-screening";
import { sends, stops } from "@/lib/fronts/dashboard/operations/operator-sends";
import { tokens } from "@/lib/fronts/dashboard/operations/operator-tokens";
import { users } from "@/lib/fronts/dashboard/operations/operator-users";
import { router } from "@/lib/fronts/dashboard/procedure";

/** What the operator of the installation sees and does: `operator.merchants.list` and so on. */
export const operator = router({
  alarms,
  audit,
  capital,
  cases,
  doctor,
  exchanges,
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
