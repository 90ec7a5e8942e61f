/** The servers between clients, nodes and PostgreSQL: PgBouncer, HAProxy and Varnish. */
import { type ClusterContext, returnsOk } from './cluster-context.ts'
import { acceptsConnections } from './ports.ts'
import type { ServerProcess } from './server-process.ts'

export function definePgbouncer({ files, processes, common }: ClusterContext): ServerProcess {
  const users = files.write('userlist.txt', common)
  const configuration = files.write('pgbouncer.ini', { ...common, PGBOUNCER_AUTH_FILE: users })
  const isReady = () => acceptsConnections(Number(common['PGBOUNCER_PORT']))
  return processes.define({ name: 'pgbouncer', command: ['pgbouncer', '-q', configuration], isReady })
}

/** In master-worker mode, as Debian starts it: SIGUSR2 reloads the configuration. */
export function defineHaproxy({ files, processes, common }: ClusterContext): ServerProcess {
  const page = files.write('unavailable.http', common)
  const configuration = files.write('haproxy.cfg', { ...common, UNAVAILABLE_PAGE: page })
  const isReady = () => returnsOk(`http://127.0.0.1:${common['STATISTICS_PORT']}/`)
  return processes.define({ name: 'haproxy', command: ['haproxy', '-W', '-f', configuration], isReady })
}

export function defineVarnish({ files, processes, common, folder }: ClusterContext): ServerProcess {
  const configuration = files.write('varnish.vcl', common)
  files.write('varnish-backends.vcl', common)
  const address = `127.0.0.1:${common['VARNISH_PORT']}`
  const isReady = () => acceptsConnections(Number(common['VARNISH_PORT']))
  const options = ['-F', '-j', 'none', '-n', `${folder}/varnish`, '-s', 'malloc,64m', '-a', address]
  return processes.define({ name: 'varnish', command: ['varnishd', ...options, '-f', configuration], isReady })
}
