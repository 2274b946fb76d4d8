/** The running processes of web and worker, as the database lists them. */

/** Taken shared by a process that starts, and alone by what must not run beside other versions. */
export const START_LOCK = 7_411_923_002n;
/** Seconds after which a process without a heartbeat counts as dead. */
export const ALIVE_S = 30;

/** Of clocks: a row from further in the future is no sign of life. */
const AHEAD_S = 5;

/**
 * A worker lives by its heartbeat alone, which web cannot write, whatever the list says. One that
 * is not listed with a version is of a version that listed none.
 */
const ALIVE = `
  with alive as (
    select * from running_processes
    where last_seen_at between now() - make_interval(secs => $1) and now() + make_interval(secs => $2)
  )
  select kind, version, host, pid, started_at as "startedAt" from alive
  union all
  select 'worker', coalesce(p.version, 'unknown'), w.host, w.pid, w.started_at
    from worker_heartbeats w left join running_processes p on p.id = w.id and p.kind = 'worker'
    where w.last_seen_at between now() - make_interval(secs => $1) and now() + make_interval(secs => $2)
      and not exists (select from alive a where a.id = w.id and a.kind = 'worker')
  order by 1, 2, 3, 4`;

/**
 * Returns the living processes as `{ kind, version, host, pid, startedAt }`; none where the
 * database has no list yet.
 */
export async function listRunning(client) {
  const { rows } = await client.query("select to_regclass('running_processes') is not null as has_list");
  return rows[0].has_list ? (await client.query(ALIVE, [ALIVE_S, AHEAD_S])).rows : [];
}

/** Describes processes in one line each, of printable characters. */
export function describeProcesses(processes) {
  return processes.map(({ kind, version, host, pid }) =>
    `${kind} ${version} on ${host}, process ${pid}`.replaceAll(/[^ -~]/g, "?"),
  );
}
