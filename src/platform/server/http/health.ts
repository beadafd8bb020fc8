import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { extensionPoint } from '../extensions.ts'
import { isOutOfSpace } from '../no-space.ts'
import { Answer } from './http.ts'

/** A probe that does not answer within this time counts as failed. */
const PROBE_MS = 3000

/**
 * A function that a part of the wiki lacks at the moment although people can go on reading, e.g. keeping sessions;
 * undefined: none.
 */
export const degradations = extensionPoint<(app: App) => string | undefined>('platform.degradations')

const FULL = 'the disk is full: nothing can be saved'

/** A part of the wiki that has to work, and what is wrong with it; undefined if it works. */
export interface HealthCheck {
  readonly name: 'database' | 'schema' | 'attachments' | 'operation'
  readonly reason: string | undefined
}

/** Migrations of the database when the wiki started. */
const atStart = (): { migrations: readonly string[] } => ({ migrations: [] })

const ANYONE = { config: { anonymous: true } }

/**
 * - `/status`: what clients and load balancers of the old product ask.
 * - `/health/live`: the process answers.
 * - `/health/ready`: it can serve: database there, schema whole, attachments writable, not shutting down; else 503 with
 *   the reasons. While people can read but something is wrong, such as a full disk, 200 and `degraded` with the
 *   reasons.
 */
export async function healthCalls(app: App): Promise<void> {
  const { fastify } = app.http
  app.own(atStart).migrations = await migrationNames(app)
  let closing = false
  fastify.addHook('preClose', done => {
    closing = true
    done()
  })
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    // Node waits for idle connections of requests that were open when the shutdown began; ask clients to close them.
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })

  const send = (answer: Answer, reply: FastifyReply) =>
    reply.code(answer.status).headers(answer.headers).send(answer.body)

  fastify.get('/status', ANYONE, (_request, reply) => send(Answer.json({ state: 'RUNNING' }), reply))
  fastify.get('/health/live', ANYONE, (_request, reply) => send(Answer.json({ status: 'live' }), reply))
  fastify.get('/health/ready', ANYONE, async (_request, reply) => {
    const reasons = closing ? ['shutting down'] : (await probes(app)).flatMap(({ reason }) => reason ?? [])
    if (reasons.some(reason => reason !== FULL)) {
      return send(Answer.json({ status: 'unavailable', reasons }, 503), reply)
    }
    const degraded = [...reasons, ...degradationsOf(app)]
    if (degraded.length > 0) return send(Answer.json({ status: 'degraded', reasons: degraded }), reply)
    return send(Answer.json({ status: 'ready' }), reply)
  })
}

/** Checks each part of the wiki; `operation` is what cannot be done at the moment although people can read. */
export async function healthChecks(app: App): Promise<HealthCheck[]> {
  const degraded = degradationsOf(app)
  return [...(await probes(app)), { name: 'operation', reason: degraded.length > 0 ? degraded.join('; ') : undefined }]
}

function degradationsOf(app: App): string[] {
  return app.extensions.all(degradations).flatMap(part => part(app) ?? [])
}

async function probes(app: App): Promise<HealthCheck[]> {
  const { migrations } = app.own(atStart)
  const parts: [name: HealthCheck['name'], reason: string, probe: () => Promise<void>][] = [
    ['database', 'the database does not answer', () => app.database.ping()],
    [
      'schema',
      'the database lacks tables of this version',
      async () => {
        const present = new Set(await migrationNames(app))
        if (!migrations.every(name => present.has(name))) throw new Error('migrations are missing')
      },
    ],
    ['attachments', 'attachments cannot be stored', () => app.blobs.checkWritable()],
  ]
  return Promise.all(
    parts.map(async ([name, reason, probe]) => {
      try {
        await within(PROBE_MS, probe())
        return { name, reason: undefined }
      } catch (error) {
        app.log.error({ err: error }, `not ready: ${reason}`)
        return { name, reason: isOutOfSpace(error) ? FULL : reason }
      }
    }),
  )
}

async function migrationNames(app: App): Promise<string[]> {
  const rows = await app.database.read.selectFrom('migration').select('name').execute()
  return rows.map(row => row.name)
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
