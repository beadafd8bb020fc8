import autocannon from 'autocannon'

export interface Request {
  method?: 'GET' | 'POST' | 'PUT'
  /** Written with a number that no other request has, so that nothing kept can answer it. */
  once?: boolean
  path: string
  headers?: Record<string, string>
  /** A function gives each request a body of its own. */
  body?: string | (() => string)
}

export interface Figures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p97_5: number
  p99: number
  failures: number
}

let asked = 0

/** Sends the requests in turn over so many connections for so many seconds. */
export async function load(url: string, requests: readonly Request[], connections: number, seconds: number): Promise<Figures> {
  // Each connection begins elsewhere in the list, or all would ask for the same page at once.
  const result = await autocannon({
    url, connections, duration: seconds,
    setupClient: client => {
      const offset = Math.floor(Math.random() * requests.length)
      client.setRequests([...requests.slice(offset), ...requests.slice(0, offset)].map(({ body, once, ...request }) => ({
        method: 'GET' as const,
        ...request,
        ...(typeof body === 'string' ? { body } : {}),
        setupRequest: (prepared: autocannon.Request) => ({
          ...prepared,
          ...(once ? { path: `${request.path}&asked=${++asked}` } : {}),
          ...(typeof body === 'function' ? { body: body() } : {}),
        }),
      })))
    },
  })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
