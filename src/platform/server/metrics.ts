import { timingSafeEqual, hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from './app.ts'
import { isFromThisMachine } from './http/this-machine.ts'
import { newestEventId } from './events/events.ts'
import { BROKEN_OFF, forbidden } from './http/errors.ts'

/** Asks other processes for their measurements. */
const MEASUREMENTS = 'metrics'
const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/**
 * `GET /metrics` in the format of Prometheus. With `OXBOW_METRICS_TOKEN` set it is read with
 * `Authorization: Bearer <token>`; without, only from the same machine and not through a proxy.
 */
export function metricsCall(app: App): void {
  const { fastify } = app.http
  const registry = new Registry()
  const durations = new Histogram({
    name: 'oxbow_http_request_duration_seconds',
    help: 'Time from request to end of answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  // One of each, which add up.
  new Gauge({
    name: 'oxbow_processes',
    help: 'Processes of this server that answer requests',
    registers: [registry],
  }).set(1)
  databaseGauges(app, registry)
  cacheCounters(app, registry)
  collectDefaultMetrics({ register: registry })

  app.peers.handle(MEASUREMENTS, () => registry.getMetricsAsJSON())

  const observe = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    // Addresses would make a series each; the route's template is one of a few hundred.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000)
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    // Fastify has no hook for a response whose client disconnected, during an upload or a download.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) observe(request, reply, BROKEN_OFF)
    })
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    observe(request, reply, reply.statusCode)
    done()
  })
  fastify.get('/metrics', { config: { anonymous: true } }, async (request, reply) => {
    checkReader(request, app.config.metricsToken)
    return reply.type(registry.contentType).send(await measurements(app, registry))
  })
}

/** Those of all processes of this server: summed up, but for what each reads of the database alike. */
async function measurements({ peers }: App, registry: Registry): Promise<string> {
  if (peers.isAlone) return registry.metrics()
  type Measured = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>
  const [own, others] = await Promise.all([registry.getMetricsAsJSON(), peers.ask(MEASUREMENTS)])
  return AggregatorRegistry.aggregate([own, ...(others as Measured[])]).metrics()
}

function cacheCounters({ http, facts }: App, registry: Registry): void {
  const caches = { responses: http.cacheUse, facts: facts.use }
  const lookups = new Counter({
    name: 'oxbow_cache_lookups_total',
    help: 'Lookups in the caches of responses and of facts, by result',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      lookups.reset()
      for (const [cache, { hits, misses }] of Object.entries(caches)) {
        lookups.inc({ cache, result: 'hit' }, hits)
        lookups.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
}

function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    // Digests are of one length, whatever was sent.
    if (timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))) return
    throw forbidden(
      'Metrics are read with the header Authorization: Bearer and the token that OXBOW_METRICS_TOKEN holds',
      {
        forPrograms: true,
      },
    )
  }
  if (isFromThisMachine(request)) return
  throw forbidden('Metrics are read from the machine itself, or from elsewhere with a token: set OXBOW_METRICS_TOKEN', {
    forPrograms: true,
  })
}

/** Facts of the database, read on request. While it is away they are left out: the rest is then wanted most. */
function databaseGauges(app: App, registry: Registry): void {
  const { database } = app
  const gauge = (options: { name: string; help: string; label: string }, read: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name: options.name,
      help: options.help,
      labelNames: [options.label],
      aggregator: 'first',
      registers: [registry],
      async collect() {
        this.reset()
        try {
          await read(this)
        } catch (error) {
          app.log.warn({ err: error, measurement: options.name }, 'a measurement of the database could not be read')
        }
      },
    })
  gauge(
    { name: 'oxbow_jobs', help: 'Background jobs by state; done ones are not counted', label: 'state' },
    async jobs => {
      const states = ['queued', 'running', 'failed'] as const
      const rows = await database.read
        .selectFrom('job')
        .select(['state', eb => eb.fn.countAll<number>().as('number')])
        .where('state', 'in', states)
        .groupBy('state')
        .execute()
      for (const state of states) jobs.set({ state }, Number(rows.find(row => row.state === state)?.number ?? 0))
    },
  )
  gauge(
    { name: 'oxbow_event_lag', help: 'Events that a subscriber has not handled yet', label: 'subscriber' },
    async lag => {
      const rows = await database.read.selectFrom('event_cursor').select(['subscriber', 'position']).execute()
      const newest = await newestEventId(database.read)
      for (const row of rows) lag.set({ subscriber: row.subscriber }, Math.max(0, newest - row.position))
    },
  )
}
