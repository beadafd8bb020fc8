import pg from 'pg'

/** No connection to the database could be had. Its code is that of the cause. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  readonly code: unknown

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause), {
      cause,
    })
    this.code = (cause as { code?: unknown }).code
  }
}

/**
 * PostgreSQL's classes and codes for: the connection failed; too many connections; it is shutting down, has crashed, or
 * is starting; another connection holds the rows for longer than we wait.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY = /^(?:08|53300|57P0[123]|55P03)/
/** The driver's own words for a connection that breaks while a query runs, or broke before it; it gives no code. */
const BROKEN = /^Connection terminated|^Client (?:was closed|has encountered a connection error) and is not queryable$/
/** A command that writes for long, such as a restore, holds SQLite's one lock. */
const BUSY = 'SQLITE_BUSY'

/** Whether the database cannot be reached now, or gave up in the middle: the same may well work in a moment. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === BUSY) return true
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '')
  return typeof message === 'string' && BROKEN.test(message)
}
