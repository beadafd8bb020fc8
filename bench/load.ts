import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

export interface Request {
  method?: 'GET' | 'POST' | 'PUT'
  /** Written with a number that no other request has, so that no cache can answer it. */
  once?: boolean
  path: string
  headers?: Record<string, string>
  /** A function gives each request a separate body. */
  body?: string | (() => string)
}

export interface Figures {
  /** How many were answered. */
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p97_5: number
  p99: number
  failures: number
}

let asked = 0

/**
 * Sends the requests over so many connections.
 * @param extent seconds for which they are sent in turn; or each once, in this order
 */
export async function load(
  url: string,
  requests: readonly Request[],
  connections: number,
  extent: number | { each: 'once' },
): Promise<Figures> {
  if (typeof extent !== 'number') return loadOnce(url, requests, connections)
  // Each connection begins elsewhere in the list, or all would ask for the same page at once.
  const result = await autocannon({
    url,
    connections,
    duration: extent,
    setupClient: client => {
      const offset = Math.floor(Math.random() * requests.length)
      client.setRequests(
        [...requests.slice(offset), ...requests.slice(0, offset)].map(request => ({
          setupRequest: prepared => ({ ...prepared, ...sent(request) }),
        })),
      )
    },
  })
  return figuresOf(result, result.requests.average)
}

/** As {@link load}, in a separate process: other work of the bench does not slow it. Bodies must not be functions. */
export async function loadInProcess(...args: Parameters<typeof load>): Promise<Figures> {
  const child = fork(new URL('./load-process.ts', import.meta.url))
  child.send(args)
  const [figures] = (await once(child, 'message')) as [Figures]
  return figures
}

async function loadOnce(url: string, requests: readonly Request[], connections: number): Promise<Figures> {
  let next = 0
  const began = performance.now()
  let ended = began
  const result = await autocannon({
    url,
    connections: Math.min(connections, requests.length),
    amount: requests.length,
    setupClient: client => {
      client.on('response', () => {
        ended = performance.now()
      })
    },
    requests: [
      { setupRequest: prepared => ({ ...prepared, ...sent(requests[next++ % requests.length] ?? { path: '/' }) }) },
    ],
  })
  // autocannon averages whole seconds, and ends with one: the last answer says how long it took.
  return figuresOf(result, (requests.length * 1000) / (ended - began))
}

function sent({ body, once, path, method = 'GET', headers }: Request): autocannon.Request {
  return {
    method,
    // A copy: the length of the body is written into it.
    headers: { ...headers },
    path: once ? `${path}&asked=${++asked}` : path,
    ...(body === undefined ? {} : { body: typeof body === 'function' ? body() : body }),
  }
}

function figuresOf(result: autocannon.Result, requestsPerSecond: number): Figures {
  return {
    requests: result.requests.total,
    requestsPerSecond,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
