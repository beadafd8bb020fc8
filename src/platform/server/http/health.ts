import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { extensionPoint } from '../extensions.ts'
import { isOutOfSpace } from '../no-space.ts'
import { Answer } from './http.ts'

/** A probe that does not answer within this time counts as failed. */
const PROBE_MS = 3000

/**
 * What a part of the wiki cannot do at the moment although people can go on reading, e.g. keep sessions; undefined:
 * nothing.
 */
export const degradations = extensionPoint<(app: App) => string | undefined>('platform.degradations')

const FULL = 'the disk is full: nothing can be saved'

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
  const migrations = await migrationNames(app)
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
    const reasons = closing ? ['shutting down'] : await failures(app, migrations)
    if (reasons.some(reason => reason !== FULL)) {
      return send(Answer.json({ status: 'unavailable', reasons }, 503), reply)
    }
    const degraded = [...reasons, ...app.extensions.all(degradations).flatMap(part => part(app) ?? [])]
    if (degraded.length > 0) return send(Answer.json({ status: 'degraded', reasons: degraded }), reply)
    return send(Answer.json({ status: 'ready' }), reply)
  })
}

async function failures(app: App, migrations: readonly string[]): Promise<string[]> {
  const probes: [reason: string, probe: () => Promise<void>][] = [
    ['the database does not answer', () => app.database.ping()],
    [
      'the database lacks tables of this version',
      async () => {
        const present = new Set(await migrationNames(app))
        if (!migrations.every(name => present.has(name))) throw new Error('migrations are missing')
      },
    ],
    ['attachments cannot be stored', () => app.blobs.checkWritable()],
  ]
  const results = await Promise.all(
    probes.map(async ([reason, probe]) => {
      try {
        await within(PROBE_MS, probe())
        return undefined
      } catch (error) {
        app.log.error({ err: error }, `not ready: ${reason}`)
        return isOutOfSpace(error) ? FULL : reason
      }
    }),
  )
  return results.filter(reason => reason !== undefined)
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
