/**
 * `npm run bench -- polling`: very many open pages poll for changes, each on a separate connection, at the interval of
 * browsers and spread over it, while a few people comment. Measures latency of polls and of page views beside them, and
 * processor time.
 *
 * `--open N` pages, `--interval N` and `--seconds N` in seconds; `--pages N` sets the size of the wiki.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { MIN_INTERVAL_MS } from '../src/features/quick-reload/web/intervals.ts'
import { benchWiki, SIZE_OPTIONS, sizeOf, type Wiki } from './generate.ts'
import { saveResults } from './results.ts'
import { startWiki, type ServerProcess } from './server.ts'
import { pause, said, viewing, waitsOf, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    open: { type: 'string', default: '1000' },
    interval: { type: 'string', default: String(MIN_INTERVAL_MS / 1000) },
    seconds: { type: 'string', default: '60' },
    ...SIZE_OPTIONS,
  },
})
const intervalMs = Number(values.interval) * 1000
const durationMs = Number(values.seconds) * 1000
const COMMENTS_PER_SECOND = 2
/** Page views beside the polls. */
const VIEW_EVERY_MS = 50
const VIEWED = 100

/** A page in a window that is looked at. */
class OpenPage {
  /** Milliseconds that each answer took. */
  readonly times: number[] = []
  news = 0
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #path: string
  readonly #url: string
  readonly #delay: number
  #position = `since=${Date.now()}`

  constructor(url: string, { id }: Wiki['pages'][number], delay: number) {
    this.#url = url
    this.#path = `/rest/quickreload/latest/${id}`
    this.#delay = delay
  }

  /** Asks until a time of `performance.now()`. */
  async poll(end: number): Promise<void> {
    for (let at = performance.now() + this.#delay; at < end; at += intervalMs) {
      await pause(Math.max(0, at - performance.now()))
      await this.#ask()
    }
    this.#agent.destroy()
  }

  async #ask(): Promise<void> {
    const began = performance.now()
    const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const address = `${this.#url}${this.#path}?${this.#position}`
      const sent = request(address, { agent: this.#agent, headers }, response => {
        text(response).then(read => resolve({ status: response.statusCode ?? 0, body: read }), reject)
      })
      sent.on('error', reject).end()
    })
    this.times.push(performance.now() - began)
    if (status === 200) {
      const { time, event } = JSON.parse(body) as { time: number; event: number }
      this.#position = `since=${time}&event=${event}`
      this.news++
    } else if (status !== 204) throw new Error(`${this.#path} answered ${status}`)
  }
}

const wiki = await benchWiki(sizeOf(values))
// The administrator may see all of them.
const open = wiki.pages.slice(0, Number(values.open))
const headers = { authorization: `Bearer ${wiki.tokens[0]}` }
const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-polling-'))
try {
  await cp(wiki.home, join(folder, 'home'), { recursive: true })
  const server = await startWiki(join(folder, 'home'))
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(server: ServerProcess): Promise<void> {
  const views = open.slice(0, VIEWED).map(({ path }) => server.url + path)
  await viewing(views, headers.authorization).stop()
  await server.settled()
  const quiet = await during(server, views, [])
  const pollers = open.map((page, index) => new OpenPage(server.url, page, (index / open.length) * intervalMs))
  const writing = commenting(server.url)
  const busy = await during(server, views, pollers)
  await writing.stop()
  const polls = waitsOf(pollers.flatMap(({ times }) => times))
  const result = {
    open: open.length,
    interval: intervalMs / 1000,
    polls,
    news: pollers.reduce((sum, { news }) => sum + news, 0),
    quiet,
    busy,
  }
  console.log(`${open.length} open pages, each asking every ${result.interval} s; ${result.news} answers with news`)
  console.log(`polls                 ${said(polls)}`)
  console.log(`page views without    ${said(quiet.waits)}  processor ${quiet.processor.toFixed(0)} %`)
  console.log(`page views meanwhile  ${said(busy.waits)}  processor ${busy.processor.toFixed(0)} %`)
  await saveResults('polling', result)
}

/** @returns how long page views waited, and how much of one processor the server took, in per cent */
async function during(
  server: ServerProcess,
  views: readonly string[],
  pollers: readonly OpenPage[],
): Promise<{ waits: Waits; processor: number }> {
  const viewed = viewing(views, headers.authorization, VIEW_EVERY_MS)
  const [began, work] = [performance.now(), await server.processorMs()]
  const ends = Promise.all(pollers.map(poller => poller.poll(began + durationMs)))
  await pause(durationMs)
  const processor = (100 * ((await server.processorMs()) - work)) / (performance.now() - began)
  await ends
  return { waits: await viewed.stop(), processor }
}

/** Comments on open pages, one after the other, until it is stopped. */
function commenting(url: string): { stop: () => Promise<void> } {
  let number = 0
  let pending = Promise.resolve()
  const write = async (id: string) => {
    const response = await fetch(`${url}/rest/api/content`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'comment',
        container: { id, type: 'page' },
        body: { storage: { value: '<p>A comment.</p>', representation: 'storage' } },
      }),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`Commenting on ${id}: ${response.status} ${answer.slice(0, 300)}`)
  }
  const timer = setInterval(() => {
    const { id } = open[number++ % open.length]!
    pending = pending.then(() => write(id))
  }, 1000 / COMMENTS_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await pending
    },
  }
}
