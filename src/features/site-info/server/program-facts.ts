import type { App } from '#platform/server/app.ts'
import { healthChecks, type HealthCheck } from '#platform/server/http/health.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { countActiveUsers } from './store.ts'

/** Oxbow needs no licence. Programs compare numbers, so never is a day that their calendars still know. */
const NEVER = Date.UTC(9999, 0, 1)
/** As many users as anybody creates: the largest number that programs of 32 bits read. */
const ANY_NUMBER = 2 ** 31 - 1

/** Names and descriptions of the health checks, for programs. */
const CHECKS: Readonly<Record<HealthCheck['name'], { name: string; description: string }>> = {
  database: { name: 'Database', description: 'Checks whether the database answers' },
  schema: { name: 'Database schema', description: 'Checks whether the database has the tables of this version' },
  attachments: { name: 'Attachments', description: 'Checks whether attachments can be stored' },
  operation: { name: 'Operation', description: 'Checks whether everything works for users at the moment' },
}

/** Calls by which administrative programs of the old product ask about the wiki and its health, and empty its caches. */
export function programFacts(app: App): void {
  const { http } = app
  http.handle(contract.licenseDetails, ({ ctx }) => {
    requireAdministrator(ctx)
    return { expiryDate: NEVER }
  })
  for (const endpoint of [contract.remainingSeats, contract.licenseMaxUsers]) {
    http.handle(endpoint, ({ ctx }) => {
      requireAdministrator(ctx)
      return { count: ANY_NUMBER }
    })
  }
  http.handle(contract.licenseUserCount, async ({ ctx }) => {
    requireAdministrator(ctx)
    return { count: await countActiveUsers(app.database.read) }
  })
  http.handle(
    contract.healthCheck,
    async ({ ctx }) => {
      requireAdministrator(ctx)
      const time = Date.now()
      return { statuses: (await healthChecks(app)).map((check, index) => healthStatus(check, index, time)) }
    },
    { aliases: ['/rest/supportHealthCheck/1.0/check'] },
  )
  http.handle(contract.flushCaches, async ({ ctx }) => {
    requireAdministrator(ctx)
    // Caches are valid for one state of the event log, in each process.
    await app.database.transaction(async tx => {
      tx.append({ kind: 'caches.flushed', actorId: ctx.viewer.userId, data: {} })
    })
    return Answer.empty()
  })
  http.handle(contract.installedPlugins, ({ ctx }) => {
    requireAdministrator(ctx)
    return { plugins: [] }
  })
}

function healthStatus({ name, reason }: HealthCheck, id: number, time: number) {
  return {
    id,
    completeKey: `oxbow:${name}`,
    ...CHECKS[name],
    isHealthy: reason === undefined,
    failureReason: reason ?? '',
    application: 'Confluence' as const,
    time,
    severity: reason === undefined ? ('undefined' as const) : severityOf(name),
    documentation: '' as const,
    tag: name,
    isSoftLaunch: false as const,
    isEnabled: true as const,
  }
}

/** People can read while only the operation is disturbed. */
function severityOf(name: HealthCheck['name']): 'critical' | 'warning' {
  return name === 'operation' ? 'warning' : 'critical'
}
