import { pino } from 'pino'

export type Log = pino.Logger

/** Structured log to standard output, one JSON object a line; secrets are cut out wherever they appear. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password', '*.password', 'headers.authorization', 'headers.cookie', '*.headers.authorization', '*.headers.cookie',
        'token', '*.token', 'rawToken', '*.rawToken', 'databaseUrl', '*.databaseUrl', 'smtpUrl', '*.smtpUrl',
      ],
      censor: '[removed]',
    },
  })
}
