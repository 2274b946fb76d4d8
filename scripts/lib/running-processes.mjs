/** The running processes of web and worker, as the database lists them. */

/** Taken shared by a process that starts, and alone by what must not run beside other versions. */
export const START_LOCK = 7_411_923_002n;
/** Seconds after which a process without a heartbeat counts as dead. */
export const ALIVE_S = 30;

/** Workers that are not listed with a version are of a version that listed none. */
const ALIVE = `
  select kind, version, host, pid, started_at as "startedAt" from running_processes
    where last_seen_at > now() - make_interval(secs => $1)
  union all
  select 'worker', 'unknown', host, pid, started_at from worker_heartbeats w
    where last_seen_at > now() - make_interval(secs => $1) and not exists (select from running_processes p where p.id = w.id)
  order by 1, 2, 3, 4`;

/**
 * Returns the living processes as `{ kind, version, host, pid, startedAt }`; none where the
 * database has no list yet.
 */
export async function listRunning(client) {
  const { rows } = await client.query("select to_regclass('running_processes') is not null as has_list");
  return rows[0].has_list ? (await client.query(ALIVE, [ALIVE_S])).rows : [];
}

/** Describes processes in one line each. */
export function describeProcesses(processes) {
  return processes.map(({ kind, version, host, pid }) => `${kind} ${version} on ${host}, process ${pid}`);
}
