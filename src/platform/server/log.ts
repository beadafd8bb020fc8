import cluster from 'node:cluster'
import { pino } from 'pino'

export type Log = pino.Logger

/**
 * Structured log, one JSON object a line; secrets are cut out wherever they appear.
 * @param descriptor of the file it goes to; standard output when left out
 */
export function createLog(level: string, descriptor = 1): Log {
  return pino(
    {
      level,
      // Of several processes that answer requests, which one.
      ...(cluster.isWorker ? { base: { process: process.pid } } : { base: undefined }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'password',
          '*.password',
          'headers.authorization',
          'headers.cookie',
          '*.headers.authorization',
          '*.headers.cookie',
          'token',
          '*.token',
          'rawToken',
          '*.rawToken',
          'databaseUrl',
          '*.databaseUrl',
          'smtpUrl',
          '*.smtpUrl',
        ],
        censor: '[removed]',
      },
    },
    pino.destination({ dest: descriptor, sync: true }),
  )
}
